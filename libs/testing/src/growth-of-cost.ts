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
/** A size that costs more is not measured again, nor a larger one: smaller ones show the growth. In ms. */
const TOO_MUCH_MS = 200;
const RUNS = 3;
/** Runs that count as one, at most. */
const MOST_RUNS = 400;
/** Sizes, as shares of the first. */
const SHARES = [1, 1 / 2, 0.7, 0.9];
/** The same where nothing larger is let in and that costs little: an eighth of it and less fits into the caches of a CPU. */
const SHARES_OF_THE_MOST = [1, 1 / 8, 1 / 2, 1 / 16];
const LEAST_SIZE = 16;
/** Times by which a size grows that costs too little. */
const LEAST_STEP = 1.2;
const MOST_STEP = 4;

/**
 * Times by which processor time grows when the input doubles, on average over three doublings. What is linear costs 8 times as much then, what
 * grows with the square 64 times: so neither noise nor a table that the engine enlarges just there takes one for the other. A growth above
 * `MOST_GROWTH` is measured again at other sizes: what grows with the square is found at each.
 */
export async function growthOfCost<Input>(costly: Costly<Input>): Promise<number> {
  const first = await enough(costly);
  const shares = SPAN * first < costly.most - SPAN ? SHARES : SHARES_OF_THE_MOST;
  let sizes = [...new Set(shares.map((share) => Math.ceil(first * share)))];
  let growth = Infinity;
  for (let size = sizes.shift(); size !== undefined; size = sizes.shift()) {
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
    growth = Math.min(growth, (least.large / least.small) ** (1 / DOUBLINGS));
    if (growth <= MOST_GROWTH) return growth;
    if (least.large > TOO_MUCH_MS) sizes = sizes.filter((one) => one < size);
  }
  return growth;
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

/** @returns milliseconds of processor time of this process, for each of so many runs */
async function costOf<Input>(costly: Costly<Input>, input: Input, times: number): Promise<number> {
  const before = process.cpuUsage();
  for (let time = 0; time < times; time += 1) await costly.run(input);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / times;
}
