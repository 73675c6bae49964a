// Finds and builds elements, reads and sets forms. Data enters the page as text only.

const find = (selector, root = document) => root.querySelector(selector);
const findAll = (selector, root = document) => [...root.querySelectorAll(selector)];

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function link(href, text, attributes = {}) {
  return element("a", { href, ...attributes }, text);
}

// A long name that may break after its dots and between its words.
function breakable(text) {
  const parts = text.split(/(?<=\.)|(?<=[a-z])(?=[A-Z(])/);
  const made = document.createDocumentFragment();
  parts.forEach((part, place) => made.append(...(place ? [element("wbr"), part] : [part])));
  return made;
}

// A flow's name without its package, as OpenML has them: a model's name may have a version.
const PACKAGE =
  /^(?:(?:weka|moa|sklearn|(?:xgboost|lightgbm)\.sklearn)\.(?:\w+\.)*(?=[A-Z])|mlr\.(?:classif|regr|surv|cluster)\.)/;
const shortFlow = (name) => name.replace(PACKAGE, "");

const capitalized = (text) => `${text[0].toUpperCase()}${text.slice(1)}`;

function counted(number, noun) {
  return `${whole(number)} ${noun}${number === 1 ? "" : "s"}`;
}

const wholeNumbers = new Intl.NumberFormat("en");

function whole(number) {
  return wholeNumbers.format(number);
}

// Halves away from 0, by the digits that are written: toFixed goes by those of the binary number.
function rounded(value, digits, shift = 0) {
  const [mantissa, exponent = "0"] = String(Math.abs(value)).split("e");
  const steps = Math.round(Number(`${mantissa}e${Number(exponent) + shift + digits}`));
  const [kept, power = "0"] = String(steps).split("e");
  return `${value < 0 ? "−" : ""}${Number(`${kept}e${Number(power) - digits}`).toFixed(digits)}`;
}

// As in the sentences: a small number is written as a bound.
function decimal(value, digits) {
  if (value === null) return "undefined";
  if (value === 0) return "0";
  const smallest = 10 ** -digits;
  if (Math.abs(value) >= smallest) return rounded(value, digits);
  return `${value > 0 ? "< " : "> −"}${smallest.toFixed(digits)}`;
}

function rankText(rank) {
  return rank === null ? "undefined" : String(rank);
}

function percentText(share, digits = 1) {
  return `${rounded(share, digits, 2)}%`;
}

function yesNo(flag) {
  return flag === null ? "undefined" : flag ? "yes" : "no";
}

function controls(form) {
  return Object.fromEntries(new FormData(find(form)));
}

function setControls(form, values) {
  for (const [name, value] of Object.entries(values)) {
    const control = find(form).elements[name];
    control.value = value;
    if (control.selectedIndex === -1) control.selectedIndex = 0;
  }
}
