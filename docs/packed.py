"""Packs a page into a small one that unpacks itself: python docs/packed.py PAGE PACKED."""

import base64
import re
import sys
import zlib
from pathlib import Path

PACKED = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<p id="state">This page is packed: a script unpacks it, and asks no server.</p>
<script type="application/octet-stream" id="packed">
{letters}</script>
<script>
(async () => {{
  const text = document.getElementById("packed").textContent;
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  const page = await new Response(stream).text();
  document.open();
  document.write(page);
  document.close();
}})().catch((error) => {{
  document.getElementById("state").textContent = `This page could not be unpacked: ${{error}}`;
}});
</script>
</html>
"""
LETTERS = re.compile(r'id="packed">\n(.*?)</script>', re.DOTALL)


def packed(page: str) -> str:
    """Return a page that holds another one, deflated, and shows it."""
    found = re.search(r"<title>(.*?)</title>", page)
    title = "" if found is None else found[1]
    letters = base64.encodebytes(zlib.compress(page.encode(), 9)).decode("ascii")
    return PACKED.format(title=title, letters=letters)


def unpacked(page: str) -> str:
    """Return the page that a packed one holds."""
    found = LETTERS.search(page)
    if found is None:
        raise ValueError("this page holds no other one")
    return zlib.decompress(base64.b64decode(found[1])).decode()


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    target.write_text(packed(source.read_text(encoding="utf-8")), encoding="utf-8")
