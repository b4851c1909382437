import { readFileSync } from 'node:fs';

/** A double input may cost so many times as much: twice for what grows with its input, and room for what a machine adds. */
export const MOST_GROWTH = 2.8;

export interface Costly<Input> {
  /** Sizes beyond it are refused by a limit, so they cost nothing. */
  readonly most: number;
  /** The smallest input that is measured, where the growth shows late. */
  readonly least?: number;
  /** Makes an input; not measured. */
  make(size: number): Input | Promise<Input>;
  /** What is measured, over and over with the same input. */
  run(input: Input): unknown;
}

/** Two inputs are compared, of which one is so many times doubled: 8 times as large. */
const DOUBLINGS = 3;
const SPAN = 2 ** DOUBLINGS;
/** Processor time that the larger input has to take, in ms: below it, noise counts more than the input. */
const ENOUGH_MS = 10;
/** A size that costs more is not measured again, nor a larger one. In ms. */
const TOO_MUCH_MS = 100;
const RUNS = 3;
/** Runs that count as one, at most. */
const MOST_RUNS = 400;
/** Where a growth is more than `MOST_GROWTH`, so many times larger inputs are measured, too. */
const TIMES_LARGER = [1, 2, 4, 8];
/** A growth up to it is none where a limit lets nothing larger in, and what it lets in costs little. */
const MOST_WITHIN_A_LIMIT = 3.5;
/** In ms. */
const LITTLE_MS = 50;
/** What is less cannot be told from nothing. */
const LEAST_MS = 0.001;
const LEAST_SIZE = 16;
/** Times by which a size grows that costs too little. */
const LEAST_STEP = 1.2;
const MOST_STEP = 4;

/**
 * Times by which processor time grows when the input doubles, on average over three doublings. What is linear costs 8 times as much then, what
 * grows with the square 64 times: so neither noise nor a table that the engine enlarges just there takes one for the other. A growth above
 * `MOST_GROWTH` is measured again, then with larger inputs: that memory which is further away costs more is seen at some sizes, what grows with the
 * square at all larger ones.
 */
export async function growthOfCost<Input>(costly: Costly<Input>): Promise<number> {
  const first = await enough(costly);
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

/** @returns least processor time for an input of a size, and for one of 8 times that, in ms */
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
  // Further runs of the large input can only make its least cost smaller: the first that is little enough decides as all would.
  const most = MOST_GROWTH ** DOUBLINGS * least.small;
  for (let run = 0; run < RUNS && least.large > most; run += 1) {
    least.large = Math.min(least.large, await costOf(costly, large, times.large));
  }
  return least;
}

/** @returns the small size whose large one costs enough and little more, or may not be larger */
async function enough<Input>(costly: Costly<Input>): Promise<number> {
  const most = Math.floor(costly.most / SPAN);
  let size = Math.min(costly.least ?? LEAST_SIZE, most);
  for (;;) {
    const input = await costly.make(SPAN * size);
    const first = await costOf(costly, input, 1); // it compiles, too
    const cost = first < ENOUGH_MS ? first : await costOf(costly, input, 1);
    if (cost >= ENOUGH_MS || size === most) return size;
    // What grows with the square would take as many times more: so by no more than four.
    const times = Math.min(MOST_STEP, Math.max(LEAST_STEP, ENOUGH_MS / Math.max(cost, 0.1)));
    size = Math.min(Math.ceil(size * times), most);
  }
}

/** Runs that count as one, where a single one costs too little. */
async function repeatsFor<Input>(costly: Costly<Input>, input: Input): Promise<number> {
  const once = await costOf(costly, input, 1);
  return Math.min(MOST_RUNS, Math.ceil(ENOUGH_MS / Math.max(once, 0.1)));
}

/** @returns milliseconds of processor time, for each of so many runs */
async function costOf<Input>(costly: Costly<Input>, input: Input, times: number): Promise<number> {
  const before = processorTime();
  for (let time = 0; time < times; time += 1) await costly.run(input);
  return Math.max(LEAST_MS, processorTime() - before) / times;
}

const NEVER = new Int32Array(new SharedArrayBuffer(4));

/**
 * Of this thread where the system tells it, else of the process. Threads that collect garbage take more or less of it, by what else the
 * machine does. Linux counts a thread's time when it has waited for something: so it waits for a moment.
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
