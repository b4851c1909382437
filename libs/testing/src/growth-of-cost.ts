import { readFileSync } from 'node:fs';

/**
 * Maximum factor of the cost when the input doubles. Linear work has the factor 2; the rest is a
 * margin.
 */
export const MOST_GROWTH = 2.8;

export interface Costly<Input> {
  /** Maximum size of the input. A limit refuses larger inputs, so they cost nothing. */
  readonly most: number;
  /** Minimum size to measure, if the cost grows only at larger sizes. */
  readonly least?: number;
  /** Creates an input. This is not measured. */
  make(size: number): Input | Promise<Input>;
  /** The measured work, repeated with the same input. */
  run(input: Input): unknown;
}

/**
 * The costs of two inputs are compared. The large input has 3 doublings, so it is 8 times as large.
 */
const DOUBLINGS = 3;
const SPAN = 2 ** DOUBLINGS;
/** Minimum processor time for the large input, in ms. Shorter times are mostly noise. */
const ENOUGH_MS = 10;
/** If the large input costs more than this, in ms, the measurement is not repeated. */
const TOO_MUCH_MS = 100;
const RUNS = 3;
/** Maximum number of runs that are measured together. */
const MOST_RUNS = 400;
/**
 * If the growth is above `MOST_GROWTH`, the sizes are multiplied by these factors, one after the
 * other.
 */
const TIMES_LARGER = [1, 2, 4, 8];
/** Accepted growth if `most` allows no larger input and the cost is at most `LITTLE_MS`. */
const MOST_WITHIN_A_LIMIT = 3.5;
const LITTLE_MS = 50;
/** Shorter times, in ms, cannot be distinguished from 0. */
const LEAST_MS = 0.001;
const LEAST_SIZE = 16;
/** Minimum factor by which the size is increased if its cost is too low. */
const LEAST_STEP = 1.2;
const MOST_STEP = 4;

/**
 * Returns the factor by which processor time grows when the input doubles. The factor is an average
 * over three doublings. With three doublings, linear work costs 8 times as much, and quadratic work
 * 64 times as much. So noise has little influence. A single step in the cost, such as the growth of
 * a hash table, also has little influence.
 *
 * If the growth is above `MOST_GROWTH`, the measurement is repeated, first with the same size, then
 * with larger inputs. Effects of slower memory appear only at some sizes, but quadratic work
 * appears at all larger sizes.
 */
export async function growthOfCost<Input>(costly: Costly<Input>): Promise<number> {
  const first = await sizeToMeasure(costly);
  const most = Math.floor(costly.most / SPAN);
  let growth = Infinity;
  for (const times of [1, ...TIMES_LARGER]) {
    const size = Math.min(times * first, most);
    const cost = await costAt(costly, size);
    growth = Math.min(growth, (cost.large / cost.small) ** (1 / DOUBLINGS));
    if (growth <= MOST_GROWTH) return growth;
    if (cost.large > TOO_MUCH_MS) break;
    if (size === most && cost.large <= LITTLE_MS && growth <= MOST_WITHIN_A_LIMIT)
      return MOST_GROWTH;
  }
  return growth;
}

/**
 * Returns the shortest processor time of several runs, in ms. `small` is for an input of the size,
 * and `large` is for an input that is 8 times as large.
 */
async function costAt<Input>(
  costly: Costly<Input>,
  size: number,
): Promise<{ readonly small: number; readonly large: number }> {
  const [small, large] = [await costly.make(size), await costly.make(SPAN * size)];
  const least = { small: Infinity, large: Infinity };
  const times = {
    small: await repeatsFor(costly, small),
    large: await repeatsFor(costly, large),
  };
  for (let run = 0; run < RUNS; run += 1) {
    least.small = Math.min(least.small, await costOf(costly, small, times.small));
  }
  // Ends at the first run that is fast enough, because further runs could only lower the result.
  const most = MOST_GROWTH ** DOUBLINGS * least.small;
  for (let run = 0; run < RUNS && least.large > most; run += 1) {
    least.large = Math.min(least.large, await costOf(costly, large, times.large));
  }
  return least;
}

/** Returns the first size at which the large input costs `ENOUGH_MS`, or else the maximum size. */
async function sizeToMeasure<Input>(costly: Costly<Input>): Promise<number> {
  const most = Math.floor(costly.most / SPAN);
  let size = Math.min(costly.least ?? LEAST_SIZE, most);
  for (;;) {
    const input = await costly.make(SPAN * size);
    const first = await costOf(costly, input, 1); // the first run includes the compilation
    const cost = first < ENOUGH_MS ? first : await costOf(costly, input, 1);
    if (cost >= ENOUGH_MS || size === most) return size;
    // The factor is at most four, because the cost of quadratic work grows with the square of the
    // factor.
    const times = Math.min(MOST_STEP, Math.max(LEAST_STEP, ENOUGH_MS / Math.max(cost, 0.1)));
    size = Math.min(Math.ceil(size * times), most);
  }
}

/** Returns the number of runs to measure together, so that they cost at least `ENOUGH_MS`. */
async function repeatsFor<Input>(costly: Costly<Input>, input: Input): Promise<number> {
  const once = await costOf(costly, input, 1);
  return Math.min(MOST_RUNS, Math.ceil(ENOUGH_MS / Math.max(once, 0.1)));
}

/** Returns the processor time of one run in milliseconds, as the average of `times` runs. */
async function costOf<Input>(costly: Costly<Input>, input: Input, times: number): Promise<number> {
  const before = processorTime();
  for (let time = 0; time < times; time += 1) await costly.run(input);
  return Math.max(LEAST_MS, processorTime() - before) / times;
}

const NEVER = new Int32Array(new SharedArrayBuffer(4));

/**
 * Returns the processor time of this thread, or of the process if the system does not report it for
 * threads. The time of the process is less exact, because its garbage collection depends on the
 * load of the computer. Linux updates the time of a thread when the thread waits, so this function
 * waits for a very short time.
 *
 * @returns milliseconds
 */
function processorTime(): number {
  if (process.platform === 'linux') {
    Atomics.wait(NEVER, 0, 0, 0.01);
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[0]) / 1e6;
  }
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
