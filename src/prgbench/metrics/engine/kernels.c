/* The passes over scores that are slow in NumPy, on plain arrays, without Python's interface.

   compiled.py calls the exported functions by ctypes, with arrays that it has checked.
   uncompiled.py has their twins in NumPy. Every sum has one order, so a value does not depend on
   the processor. A row of scores belongs to a model; n is the number of instances. */

#include <math.h>
#include <stdint.h>
#include <string.h>

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

/* Some loops are compiled for AVX2 as well, and the C library chooses when it loads them. They are
   static: Clang gives clones that are exported other names, or none. */
#define CLONES
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__has_attribute)
#if __has_attribute(target_clones)
#undef CLONES
#define CLONES __attribute__((target_clones("avx2", "default")))
#endif
#endif

/* NumPy's sorts may leave the upper halves of the vector registers in use, which makes code for
   older processors up to five times slower until they are cleared. */
static void clear_upper_halves(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx"))
        __asm__ volatile("vzeroupper");
#endif
}

#define CHUNK 256        /* instances at a time */
#define LANES 8          /* partial sums */
#define WEIGHTINGS 64    /* side by side */
#define LONGEST 0.05     /* segment / what comes before it, for which the series has all digits */
#define REACHED (1 - 1e-12) /* of the baseline, whose rounding may put it behind a point */
#define MINUS_ZERO ((uint64_t)1 << 63)

/* Tells from which source the library was compiled. */
EXPORT int64_t prg_source(void) { return PRG_SOURCE; }

typedef struct {
    double ranks, pr, loss, y0;
} Sums;

static uint64_t bits_of(double score)
{
    uint64_t bits;
    memcpy(&bits, &score, sizeof bits);
    return bits;
}

static double score_of(uint64_t bits)
{
    double score;
    memcpy(&score, &bits, sizeof score);
    return score;
}

/* A key orders scores of one sign, the best first; its last bit marks a negative instance. Keys
   of scores on both sides of zero may be equal. */
static uint64_t key_of(double score, uint8_t positive)
{
    uint64_t below = score < 0; /* without a branch, as signs may come in any order */
    return ((bits_of(score) ^ (below - 1)) << 1) | (positive ^ 1u);
}

static double score_of_key(uint64_t key, int below_zero)
{
    uint64_t bits = key >> 1;
    return score_of(below_zero ? bits | MINUS_ZERO : bits ^ ~MINUS_ZERO);
}

/* ---- Ranking: keys in order ---------------------------------------------------------------- */

/* The same for scores of single precision. */
static uint32_t key_of_single(float score, uint8_t positive)
{
    uint32_t bits, below = score < 0;
    memcpy(&bits, &score, sizeof bits);
    return ((bits ^ (below - 1)) << 1) | (positive ^ 1u);
}

/* Define two functions of scores of one type. NAME_above encodes a row as if no score were below
   zero, and returns how many are. prg_NAME writes the keys of each row, scores below zero at the
   tail, and where they begin; it returns how many there are, or -1 if a score is NaN. For each
   score both places are still free, and the counter of one moves on: no branch on the data. */
#define ENCODER(NAME, SCORE, KEY, KEY_OF)                                                          \
    CLONES static int64_t NAME##_above(                                                            \
        const uint8_t *positive, const SCORE *scores, int64_t n, KEY *keys, int64_t *nans)         \
    {                                                                                              \
        int64_t below = 0, nan_count = 0;                                                          \
        for (int64_t i = 0; i < n; i++) {                                                          \
            nan_count += scores[i] != scores[i];                                                   \
            below += scores[i] < 0;                                                                \
            keys[i] = KEY_OF(scores[i], positive[i]);                                              \
        }                                                                                          \
        *nans = nan_count;                                                                         \
        return below;                                                                              \
    }                                                                                              \
    EXPORT int64_t prg_##NAME(                                                                     \
        const uint8_t *positive, const SCORE *scores, int64_t models, int64_t n, KEY *keys,        \
        int64_t *splits)                                                                           \
    {                                                                                              \
        int64_t all_below = 0;                                                                     \
        clear_upper_halves();                                                                      \
        for (int64_t m = 0; m < models; m++, scores += n, keys += n) {                             \
            int64_t nans, below = NAME##_above(positive, scores, n, keys, &nans);                  \
            if (nans)                                                                              \
                return -1;                                                                         \
            splits[m] = n - below;                                                                 \
            all_below += below;                                                                    \
            for (int64_t i = 0, head = 0, tail = n - 1; i < (below ? n : 0); i++) {                \
                int64_t is_below = scores[i] < 0;                                                  \
                keys[head] = keys[tail] = KEY_OF(scores[i], positive[i]);                          \
                head += !is_below;                                                                 \
                tail -= is_below;                                                                  \
            }                                                                                      \
        }                                                                                          \
        return all_below;                                                                          \
    }

ENCODER(encode, double, uint64_t, key_of)
ENCODER(encode_singles, float, uint32_t, key_of_single)

/* ---- What is ranked: sorted keys ----------------------------------------------------------- */

typedef struct {
    const uint64_t *keys;    /* one of the two */
    const uint32_t *singles;
    int64_t n, split;
} Ranking;

/* The keys of some ranks, in a buffer if they have 32 bits. */
CLONES static const uint64_t *load(
    const Ranking *ranking, int64_t start, int64_t stop, uint64_t *buffer)
{
    if (ranking->keys)
        return ranking->keys + start;
    for (int64_t k = 0; k < stop - start; k++)
        buffer[k] = ranking->singles[start + k];
    return buffer;
}

/* ---- Areas of the segments of a curve -------------------------------------------------------- */

/* log((before + size) / before) = 2 artanh(size / (2 before + size)) by its series */
static inline double log_ratio(double before, double size)
{
    /* s is at most 1/41 where the series is used: the next term is below 1e-17 of the first. */
    double s = size / (2 * before + size), s2 = s * s;
    return 2 * s * (1 + s2 * (1.0 / 3 + s2 * (1.0 / 5 + s2 * (1.0 / 7 + s2 * (1.0 / 9)))));
}

/* The integral of 1 - precision gain over recall gain, up to a factor */
static inline double prg_loss(double tp, double fp, double end, double fp_end)
{
    return (end - tp) * (fp * end + fp_end * tp) / (tp * tp * end * end);
}

/* The PR area of a segment that is too long for the series */
static double long_pr(double tp, double fp, double end, double fp_end)
{
    double before = tp + fp, size = end - tp + (fp_end - fp);
    if (before <= 0 || end <= tp || size <= LONGEST * before)
        return 0;
    double share = (end - tp) / size;
    return share * (tp - share * before) * log1p(size / before);
}

/* Cut a segment where it crosses the baseline: return the loss from there on. */
static double cross(double tp, double fp, double end, double fp_end, double baseline)
{
    /* Theorem 1: FP is linear in TP along the segment, so the crossing is found in counts. */
    fp += (baseline - tp) / (end - tp) * (fp_end - fp);
    return prg_loss(baseline, fp, end, fp_end);
}

/* Set y0 if a segment is the first to arrive at the baseline. */
static void arrive(
    double tp, double fp, double end, double fp_end, double n_pos, double n_neg, double *y0)
{
    double baseline = n_pos * n_pos / (n_pos + n_neg), reached = baseline * REACHED;
    if (!(tp < reached && reached <= end))
        return;
    double at = baseline < end ? baseline : end;
    fp += (at - tp) / (end - tp) * (fp_end - fp);
    *y0 = 1 - fp * n_pos / (n_neg * at);
}

static double sum_of(const double *terms, int64_t n)
{
    /* Eight partial sums in a fixed order: vectors of any width give the same bits. */
    double lanes[LANES] = {0};
    for (int64_t k = 0; k < n; k += LANES)
        for (int lane = 0; lane < LANES; lane++)
            lanes[lane] += terms[k + lane];
    return ((lanes[0] + lanes[4]) + (lanes[1] + lanes[5]))
        + ((lanes[2] + lanes[6]) + (lanes[3] + lanes[7]));
}

/* Add the segments from (tps[k], fps_before[k]) to (tps[k + 1], fps[k]), at most CHUNK. */
CLONES static void add_segments(
    Sums *sums, int64_t segments, const double *tps, const double *fps_before, const double *fps,
    double n_pos, double n_neg)
{
    double ranks[CHUNK + LANES], pr[CHUNK + LANES], losses[CHUNK + LANES];
    double baseline = n_pos * n_pos / (n_pos + n_neg);
    int64_t any_long = 0;
    for (int64_t k = 0; k < segments; k++) {
        double tp = tps[k], fp = fps_before[k], end = tps[k + 1], fp_end = fps[k];
        double d_tp = end - tp, before = tp + fp, size = d_tp + (fp_end - fp);
        double share = d_tp / size, log = log_ratio(before, size);
        any_long |= size > LONGEST * before;
        log = size > LONGEST * before ? 0.0 : log;
        double loss = prg_loss(tp, fp, end, fp_end);
        ranks[k] = d_tp * (n_neg - 0.5 * (fp + fp_end));
        /* The integral of tp / (tp + fp) along the segment; size / d_tp is the k of `pr_area`. */
        pr[k] = share * (d_tp + (tp - share * before) * log);
        /* Left of recall gain 0 there is no area; the segment that crosses it follows below. */
        losses[k] = tp >= baseline ? loss : 0.0;
    }
    /* The sum takes eight at a time. */
    for (int64_t k = segments; k < segments + LANES; k++)
        ranks[k] = pr[k] = losses[k] = 0;
    sums->ranks += sum_of(ranks, segments);
    sums->pr += sum_of(pr, segments);
    sums->loss += sum_of(losses, segments);
    /* Rare branches outside the loop above, which then has none and becomes vectors. */
    int crosses = tps[0] < baseline && baseline * REACHED <= tps[segments];
    for (int64_t k = 0; k < (any_long || crosses ? segments : 0); k++) {
        sums->pr += long_pr(tps[k], fps_before[k], tps[k + 1], fps[k]);
        if (tps[k] < baseline && baseline <= tps[k + 1])
            sums->loss += cross(tps[k], fps_before[k], tps[k + 1], fps[k], baseline);
        arrive(tps[k], fps_before[k], tps[k + 1], fps[k], n_pos, n_neg, &sums->y0);
    }
}

/* Scale the sums to areas; one class gives the same values as `integrals`. */
static void store(Sums sums, double n_pos, double n_neg, double *areas)
{
    areas[0] = areas[1] = areas[2] = areas[3] = NAN;
    if (!(n_pos > 0))
        return;
    areas[1] = sums.pr / n_pos > 1 ? 1 : sums.pr / n_pos; /* weights leave some rounding */
    areas[2] = 0;
    if (n_neg > 0) {
        /* What all segments share: 1 - precision gain is P FP / (N TP), and recall gain has the
           differential P^2 / N dTP / TP^2. */
        double odds = n_pos / n_neg;
        areas[0] = sums.ranks / (n_pos * n_neg);
        areas[2] = 1 - odds * odds * n_pos * sums.loss / 2;
        areas[3] = sums.y0;
    }
}

/* ---- Areas of a ranking ---------------------------------------------------------------------- */

/* Tell whether there are several keys, and no block of equal scores with both classes. */
CLONES static int has_pure_blocks(const uint64_t *keys, int n)
{
    int64_t mixed = 0;
    if (keys[0] == keys[n - 1])
        return 0;
    for (int i = 0; i < n - 1; i++)
        mixed += (keys[i] ^ keys[i + 1]) == 1;
    return mixed == 0;
}

/* Find the last place of each run of keys that are alike in the bits of a mask. Each place goes to
   the next free slot, and only the last of a run keeps it, so nothing branches on the data. */
static int find_runs(const uint64_t *keys, int n, uint64_t mask, int *ends)
{
    int runs = 0;
    for (int i = 0; i < n - 1; i++) {
        ends[runs] = i;
        runs += ((keys[i] ^ keys[i + 1]) & mask) != 0;
    }
    ends[runs] = n - 1;
    return runs + 1;
}

/* Collect the counts at the end of each run of positives, `start` instances after the first. */
static int64_t collect_runs(
    const uint64_t *keys, int n, int64_t start, int64_t *fp_at_end, double *tps, double *fps)
{
    int ends[CHUNK], runs = find_runs(keys, n, 1, ends);
    int64_t fp = *fp_at_end, tp = start - fp, segments = 0;
    int run = (int)(keys[0] & 1);
    if (run)
        fp += ends[0] + 1;
    for (int before = run ? ends[0] : -1; run < runs; run += 2) {
        tp += ends[run] - before;
        tps[segments + 1] = (double)tp;
        fps[segments++] = (double)fp;
        if (run + 1 < runs) {
            before = ends[run + 1];
            fp += before - ends[run];
        }
    }
    *fp_at_end = fp;
    return segments;
}

/* Collect the counts around each block of equal scores with a positive. `block` has the counts
   where the block begins. */
static int64_t collect_blocks(
    const uint64_t *keys, int n, int ends_block, int64_t start, int64_t *fp_at_end,
    int64_t *block, double *tps, double *fps_before, double *fps)
{
    int ends[CHUNK], runs = find_runs(keys, n, ~(uint64_t)0, ends), before = -1;
    int64_t fp = *fp_at_end, tp = start - fp, tp_before = block[0], fp_before = block[1];
    int64_t segments = 0;
    for (int run = 0; run < runs; run++) {
        int end = ends[run], size = end - before, negative = (int)(keys[end] & 1);
        int is_end = run + 1 < runs ? (keys[end] ^ keys[end + 1]) > 1 : ends_block;
        tp += negative ? 0 : size;
        fp += negative ? size : 0;
        before = end;
        tps[segments + 1] = (double)tp;
        fps_before[segments] = (double)fp_before;
        fps[segments] = (double)fp;
        segments += is_end & (tp > tp_before);
        tp_before = is_end ? tp : tp_before;
        fp_before = is_end ? fp : fp_before;
    }
    *fp_at_end = fp;
    block[0] = tp_before;
    block[1] = fp_before;
    return segments;
}

/* Integrate a chunk at a time. Its segments go from (tps[k], fps_before[k]) to (tps[k + 1], fps[k]):
   one for each block with a positive, or, where no block holds both classes, for each run of
   positives, which is a straight line. */
static void integrate(const Ranking *ranking, double n_neg, double *areas)
{
    double n_pos = (double)ranking->n - n_neg;
    double tps[CHUNK + 1] = {0}, fps_before[CHUNK], fps[CHUNK];
    int64_t fp = 0, block[2] = {0, 0}, segments = 0; /* counts so far, where the block begins */
    uint64_t buffer[CHUNK + 1];
    Sums sums = {0, 0, 0, NAN};
    for (int64_t start = 0, stop; start < ranking->n; start = stop) {
        int64_t high = start < ranking->split ? ranking->split : ranking->n;
        stop = start + CHUNK < high ? start + CHUNK : high;
        int size = (int)(stop - start);
        const uint64_t *keys = load(ranking, start, stop + (stop < high), buffer);
        int ends_block = stop == high || (keys[size - 1] ^ keys[size]) > 1;
        int begins_block = block[0] + block[1] == start;
        tps[0] = tps[segments];
        if (begins_block && ends_block && has_pure_blocks(keys, size)) {
            segments = collect_runs(keys, size, start, &fp, tps, fps);
            memcpy(fps_before, fps, (size_t)segments * sizeof *fps);
            block[0] = stop - fp;
            block[1] = fp;
        } else {
            segments = collect_blocks(
                keys, size, ends_block, start, &fp, block, tps, fps_before, fps);
        }
        if (segments)
            add_segments(&sums, segments, tps, fps_before, fps, n_pos, n_neg);
    }
    store(sums, n_pos, n_neg, areas);
}

/* The areas of rows of sorted keys of 64 or 32 bits, which all have as many negatives. */
EXPORT void prg_areas_of_ranked(
    const uint64_t *keys, const uint32_t *singles, const int64_t *splits, int64_t models,
    int64_t n, int64_t n_neg, double *areas)
{
    clear_upper_halves();
    for (int64_t m = 0; m < models; m++) {
        Ranking ranking = {keys ? keys + m * n : NULL, keys ? NULL : singles + m * n, n, splits[m]};
        integrate(&ranking, (double)n_neg, areas + 4 * m);
    }
}

/* ---- Counts ---------------------------------------------------------------------------------- */

/* For each row of sorted keys (models, n): put the threshold and the counts of each distinct score
   into the arrays, after those of no instance, and the place of the first into `starts`. Return how
   many places are used: at most n + 1 for each model. */
EXPORT int64_t prg_count_ranked(
    const uint64_t *keys, const int64_t *splits, int64_t models, int64_t n, double *thresholds,
    double *tps, double *fps, int64_t *starts)
{
    clear_upper_halves();
    int64_t used = 0;
    for (int64_t m = 0; m < models; m++, keys += n) {
        int64_t point = used, fp = 0;
        starts[m] = point;
        thresholds[point] = INFINITY;
        tps[point] = fps[point] = 0;
        point++;
        for (int64_t rank = 0; rank < n; rank++) {
            fp += (int64_t)(keys[rank] & 1);
            thresholds[point] = score_of_key(keys[rank], rank >= splits[m]);
            tps[point] = (double)(rank + 1 - fp);
            fps[point] = (double)fp;
            point += rank + 1 == splits[m] || rank + 1 == n || (keys[rank] ^ keys[rank + 1]) > 1;
        }
        used = point;
    }
    return used;
}

/* ---- Weights --------------------------------------------------------------------------------- */

/* The areas of one ranking. Every instance writes its counts to the next free place, and only the
   last of a block with a positive keeps it. AUROC is won / (won + lost) pairs: exactly 1 for a
   perfect ranking. */
EXPORT void prg_weighted_areas(
    const uint8_t *positive, const double *weights, const int64_t *places, const uint8_t *ends,
    int64_t n, double *areas)
{
    clear_upper_halves();
    double tps[CHUNK + 1], fps_before[CHUNK], fps[CHUNK];
    double n_pos = 0, n_neg = 0, tp = 0, fp = 0, tp_before = 0, fp_before = 0, won = 0, lost = 0;
    Sums sums = {0, 0, 0, NAN};
    for (int64_t i = 0; i < n; i++) {
        n_pos += positive[i] ? weights[i] : 0;
        n_neg += positive[i] ? 0 : weights[i];
    }
    tps[0] = 0;
    for (int64_t start = 0, stop; start < n; start = stop) {
        int64_t segments = 0;
        stop = start + CHUNK < n ? start + CHUNK : n;
        for (int64_t rank = start; rank < stop; rank++) {
            int64_t place = places[rank];
            int is_end = ends[rank];
            tp += positive[place] ? weights[place] : 0;
            fp += positive[place] ? 0 : weights[place];
            tps[segments + 1] = tp;
            fps_before[segments] = fp_before;
            fps[segments] = fp;
            segments += is_end & (tp > tp_before);
            won += is_end ? (fp - fp_before) * (tp + tp_before) : 0;
            lost += is_end ? (tp - tp_before) * (fp + fp_before) : 0;
            tp_before = is_end ? tp : tp_before;
            fp_before = is_end ? fp : fp_before;
        }
        add_segments(&sums, segments, tps, fps_before, fps, n_pos, n_neg);
        tps[0] = tps[segments];
    }
    store(sums, n_pos, n_neg, areas);
    if (n_pos > 0 && n_neg > 0)
        areas[0] = won / (won + lost);
}

static inline void add_weights(
    double *totals, const int32_t *counts, const double *weights, int64_t i, int lanes)
{
    if (counts)
        for (int k = 0; k < lanes; k++)
            totals[k] += counts[i * WEIGHTINGS + k];
    else
        for (int k = 0; k < lanes; k++)
            totals[k] += weights[i * WEIGHTINGS + k];
}

/* Areas of each model under the `used` weightings of a group, side by side, with a row of
   `WEIGHTINGS` for each instance. Models have orders and the ends of their tie blocks. */
CLONES static void reweigh(
    const uint8_t *positive, const int64_t *order, const uint8_t *ends, int64_t models, int64_t n,
    const int32_t *counts, const double *weights, int64_t used, double *areas)
{
    double tp_before[WEIGHTINGS], fp_before[WEIGHTINGS], tp[WEIGHTINGS], fp[WEIGHTINGS];
    double ranks[WEIGHTINGS], pr[WEIGHTINGS], losses[WEIGHTINGS], y0[WEIGHTINGS];
    double n_pos[WEIGHTINGS] = {0}, n_neg[WEIGHTINGS] = {0}, baseline[WEIGHTINGS];
    int lanes = (int)(used + LANES - 1) / LANES * LANES;
    for (int64_t i = 0; i < n; i++)
        add_weights(positive[i] ? n_pos : n_neg, counts, weights, i, lanes);
    for (int k = 0; k < lanes; k++)
        baseline[k] = n_pos[k] * n_pos[k] / (n_pos[k] + n_neg[k]);
    for (int64_t m = 0; m < models; m++, order += n, ends += n) {
        int rises = 0;
        for (int k = 0; k < lanes; k++) {
            tp_before[k] = fp_before[k] = tp[k] = fp[k] = ranks[k] = pr[k] = losses[k] = 0;
            y0[k] = NAN;
        }
        for (int64_t rank = 0; rank < n; rank++) {
            int64_t i = order[rank];
            rises |= positive[i];
            add_weights(positive[i] ? tp : fp, counts, weights, i, lanes);
            if (!ends[rank])
                continue;
            if (rises) {
                int64_t rare = 0;
                for (int k = 0; k < lanes; k++) {
                    double d_tp = tp[k] - tp_before[k], before = tp_before[k] + fp_before[k];
                    double size = d_tp + (fp[k] - fp_before[k]);
                    /* Stand-ins where a weighting has no count yet: no lane divides by 0. */
                    double share = d_tp / (size > 0 ? size : 1.0);
                    double log = log_ratio(before > 0 ? before : 1.0, size);
                    int is_above = tp_before[k] >= baseline[k];
                    double start = is_above ? tp_before[k] : 1.0, end = is_above ? tp[k] : 1.0;
                    rare |= ((size > LONGEST * before) & (d_tp > 0))
                        | (!is_above & (tp[k] >= baseline[k] * REACHED));
                    log = size > LONGEST * before ? 0.0 : log;
                    ranks[k] += d_tp * (n_neg[k] - 0.5 * (fp_before[k] + fp[k]));
                    pr[k] += share * (d_tp + (tp_before[k] - share * before) * log);
                    losses[k] += prg_loss(start, fp_before[k], end, fp[k]);
                }
                for (int k = 0; k < (rare ? lanes : 0); k++) {
                    pr[k] += long_pr(tp_before[k], fp_before[k], tp[k], fp[k]);
                    if (tp_before[k] < baseline[k] && baseline[k] <= tp[k])
                        losses[k] +=
                            cross(tp_before[k], fp_before[k], tp[k], fp[k], baseline[k]);
                    arrive(tp_before[k], fp_before[k], tp[k], fp[k], n_pos[k], n_neg[k], &y0[k]);
                }
                memcpy(tp_before, tp, lanes * sizeof *tp);
                rises = 0;
            }
            memcpy(fp_before, fp, lanes * sizeof *fp);
        }
        for (int64_t k = 0; k < used; k++) {
            Sums sums = {ranks[k], pr[k], losses[k], y0[k]};
            store(sums, n_pos[k], n_neg[k], areas + 4 * (k * models + m));
        }
    }
}

EXPORT void prg_reweigh(
    const uint8_t *positive, const int64_t *order, const uint8_t *ends, int64_t models, int64_t n,
    const int32_t *counts, const double *weights, int64_t used, double *areas)
{
    reweigh(positive, order, ends, models, n, counts, weights, used, areas);
}

/* Count in rows of weights (resamples, n) how often each member of the pool was drawn. */
EXPORT void prg_tally(
    const int32_t *draws, const int64_t *pool, int64_t resamples, int64_t drawn, int64_t n,
    int32_t *weights)
{
    for (int64_t r = 0; r < resamples; r++, draws += drawn, weights += n)
        for (int64_t k = 0; k < drawn; k++)
            weights[pool[draws[k]]]++;
}

/* ---- Thresholds with the best F1 --------------------------------------------------------------- */

/* Decide the quarters of each split at the thresholds with the best F1 on their twins, which are 2
   apart. Rows of `quarters` (n, splits) belong to instances. For each model there are an order, its
   ends, and the hits and instances (splits, 4) that the thresholds decide; `n_pos` has the
   positives of each quarter. The four arrays of `state` (splits, 4) are the hits and instances so
   far and the fraction of the best F1. */
EXPORT void prg_best_cuts(
    const uint8_t *positive, const int64_t *order, const uint8_t *ends, const uint8_t *quarters,
    int64_t models, int64_t splits, int64_t n, const int64_t *n_pos, int64_t *state,
    int64_t *cut_hits, int64_t *cut_reached)
{
    int64_t many = 4 * splits, *hits = state, *reached = state + many;
    int64_t *best = state + 2 * many, *size = state + 3 * many;
    for (int64_t m = 0; m < models; m++, order += n, ends += n) {
        int risen = 0;
        for (int64_t q = 0; q < many; q++) {
            hits[q] = reached[q] = best[q] = 0;
            size[q] = 1;
        }
        for (int64_t rank = 0; rank < n; rank++) {
            const uint8_t *quarter = quarters + order[rank] * splits;
            uint8_t is_hit = positive[order[rank]];
            for (int64_t s = 0; s < splits; s++) {
                reached[4 * s + quarter[s]]++;
                hits[4 * s + quarter[s]] += is_hit;
            }
            risen |= is_hit;
            if (!(risen && ends[rank]))
                continue;
            risen = 0;
            for (int64_t q = 0; q < many; q++) {
                int64_t total = reached[q] + n_pos[q];
                /* Two fractions by cross-multiplication: exact in whole numbers, and no division. */
                if (hits[q] * size[q] > best[q] * total) {
                    best[q] = hits[q];
                    size[q] = total;
                    cut_hits[q ^ 2] = hits[q ^ 2];
                    cut_reached[q ^ 2] = reached[q ^ 2];
                }
            }
        }
        cut_hits += many;
        cut_reached += many;
    }
}

/* ---- Hulls ------------------------------------------------------------------------------------- */

/* Places of the vertices of the upper hull of points sorted by x, then y: Andrew's monotone chain.
   Return how many there are. */
EXPORT int64_t prg_upper_chain(const double *x, const double *y, int64_t n, int64_t *kept)
{
    int64_t vertices = 0;
    for (int64_t i = 0; i < n; i++) {
        while (vertices > 1) {
            int64_t a = kept[vertices - 2], b = kept[vertices - 1];
            /* Not to the right of the line from a: b stays only where the chain turns right. */
            if ((x[b] - x[a]) * (y[i] - y[a]) - (y[b] - y[a]) * (x[i] - x[a]) < 0)
                break;
            vertices--;
        }
        kept[vertices++] = i;
    }
    return vertices;
}

/* Lower each height to a x + b y where that is less. */
CLONES
static void lower(
    double *restrict heights, const double *restrict x, const double *restrict y, int64_t points,
    double a, double b)
{
    for (int64_t p = 0; p < points; p++) {
        double height = a * x[p] + b * y[p];
        heights[p] = height < heights[p] ? height : heights[p];
    }
}

/* The weight of a class from each threshold on: `above` counts its members there, which are sorted
   by their scores. */
static void weigh_above(
    const int64_t *members, const int64_t *above, int64_t thresholds, const double *weights,
    double *reached)
{
    double sum = 0;
    for (int64_t t = 0, i = 0; t < thresholds; t++) {
        for (; i < above[t]; i++)
            sum += weights[members[i]];
        reached[t] = sum;
    }
}

/* Heights of a cost curve, or of an F-gain curve, at x under each of many weightings (weightings,
   n): NaN where a class has no weight. A class has its members, the best score first, and how many
   of them there are from each threshold on. There is room for TP, FP and the vertices (thresholds)
   of one weighting, and for y = 1 - x (points). */
EXPORT void prg_envelopes(
    const int64_t *positives, const int64_t *negatives, const int64_t *positives_above,
    const int64_t *negatives_above, int64_t thresholds, const double *weights, int64_t weightings,
    int64_t n, const double *x, int64_t points, int64_t is_cost, double *tp, double *fp,
    int64_t *vertices, double *y, double *heights)
{
    clear_upper_halves();
    for (int64_t p = 0; p < points; p++)
        y[p] = 1 - x[p];
    for (int64_t w = 0; w < weightings; w++, weights += n, heights += points) {
        weigh_above(positives, positives_above, thresholds, weights, tp);
        weigh_above(negatives, negatives_above, thresholds, weights, fp);
        double n_pos = tp[thresholds - 1], n_neg = fp[thresholds - 1];
        int is_defined = n_pos != 0 && n_neg != 0;
        for (int64_t p = 0; p < points; p++)
            heights[p] = is_defined ? INFINITY : NAN;
        /* Both heights are best at a vertex of the ROC hull: each is a ratio of linear functions
           of the counts, and so reaches its best value on a segment at one of the ends. */
        int64_t found = is_defined ? prg_upper_chain(fp, tp, thresholds, vertices) : 0;
        for (int64_t k = 0; k < found; k++) {
            double hits = tp[vertices[k]], false_alarms = fp[vertices[k]];
            if (is_cost)
                lower(heights, x, y, points, 1 - hits / n_pos, false_alarms / n_neg);
            else if (hits > 0)
                lower(heights, x, y, points, false_alarms / hits, (n_pos - hits) / hits);
        }
        for (int64_t p = 0; p < (is_defined && !is_cost ? points : 0); p++)
            heights[p] = 1 - n_pos / n_neg * heights[p];
    }
}
