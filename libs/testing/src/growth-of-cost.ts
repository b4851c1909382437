/** A double input may cost so many times as much: twice for what grows with its input, and room for what a machine adds. */
export const MOST_GROWTH = 2.6;

export interface Costly<Input> {
  /** Sizes beyond it are refused by a limit, so they cost nothing. */
  readonly most: number;
  /** Half of the smallest input that is measured, where the growth shows late. */
  readonly least?: number;
  /** Makes an input; not measured. */
  make(size: number): Input | Promise<Input>;
  /** What is measured, over and over with the same input. */
  run(input: Input): unknown;
}

/** Processor time that the larger input has to take, in ms: below it, noise counts more than the input. */
const ENOUGH_MS = 20;
/** A size that costs more is not measured again, nor a larger one: smaller ones show the growth. In ms. */
const TOO_MUCH_MS = 200;
const RUNS = 5;
const RETRIES = 7;
const LEAST_SIZE = 64;
/** Times by which a size grows that costs too little. */
const LEAST_STEP = 1.2;
const MOST_STEP = 4;

/**
 * Times by which processor time grows when the input doubles: of five runs each the quickest. A growth above `MOST_GROWTH` is measured again at
 * other sizes and at the same: noise, or a table that the engine enlarges just there, is not taken for growth. What grows with the square is found at each.
 */
export async function growthOfCost<Input>(costly: Costly<Input>): Promise<number> {
  const first = await enough(costly);
  const larger = 4 * first <= costly.most ? [2 * first] : [];
  let sizes = [first, ...larger, Math.ceil(first / 2), Math.ceil(0.7 * first)];
  let growth = Infinity;
  for (let attempt = 0; attempt <= RETRIES && sizes.length > 0; attempt += 1) {
    const size = sizes[attempt % sizes.length] ?? first;
    const [single, double] = [await costly.make(size), await costly.make(2 * size)];
    const times = await repeatsFor(costly, double);
    const least = { single: Infinity, double: Infinity };
    for (let run = 0; run < RUNS; run += 1) {
      least.single = Math.min(least.single, await costOf(costly, single, times));
    }
    // Further runs of the double can only make its least cost smaller: the first that is little enough decides as all five would.
    for (let run = 0; run < RUNS && least.double > MOST_GROWTH * least.single; run += 1) {
      least.double = Math.min(least.double, await costOf(costly, double, times));
    }
    growth = Math.min(growth, least.double / least.single);
    if (growth <= MOST_GROWTH) return growth;
    if (least.double > TOO_MUCH_MS) sizes = sizes.filter((one) => one < size);
  }
  return growth;
}

/** @returns half of a size that costs enough and little more, or of the largest one */
async function enough<Input>(costly: Costly<Input>): Promise<number> {
  let size = Math.min(costly.least ?? LEAST_SIZE, costly.most / 2);
  for (;;) {
    const input = await costly.make(2 * size);
    const first = await costOf(costly, input, 1); // it compiles, too
    const cost = first < ENOUGH_MS ? first : await costOf(costly, input, 1);
    if (cost >= ENOUGH_MS || 4 * size > costly.most) return size;
    // What grows with the square would take as many times more: so by no more than four.
    const times = Math.min(MOST_STEP, Math.max(LEAST_STEP, ENOUGH_MS / Math.max(cost, 0.1)));
    size = Math.min(Math.ceil(size * times), Math.floor(costly.most / 2));
  }
}

/** Runs that count as one, where the largest input costs too little. */
async function repeatsFor<Input>(costly: Costly<Input>, input: Input): Promise<number> {
  const once = await costOf(costly, input, 1);
  return Math.min(200, Math.max(1, Math.ceil(ENOUGH_MS / Math.max(once, 0.1))));
}

/** @returns milliseconds of processor time of this process */
async function costOf<Input>(costly: Costly<Input>, input: Input, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await costly.run(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
