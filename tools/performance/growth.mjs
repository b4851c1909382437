import { wasIdle } from '../../bench/support/idle.mjs';
import { gigabytes, number } from './format.mjs';

/** Number of users for which the page extrapolates. */
const EXTRAPOLATED = 100_000_000;

/**
 * Returns the section about growth with the data, from the benchmark `growth` of the latest version
 * that has it. Without a result, returns an empty text.
 */
export function growthSection(records) {
  const entry = records.map(({ benches }) => benches.growth).find((one) => one !== undefined);
  if (entry === undefined) return '';
  const { figures } = entry.absolute;
  const { sizes } = figures;
  const header = `${sizes.map(number).join(' | ')} | last ÷ first | ${number(EXTRAPOLATED)}, extrapolated`;
  const dashes = ' --- |'.repeat(sizes.length + 2);
  return `## How it grows with the data

The benchmark \`growth\` stores users by SQL, in the rows and with the migrations of the service. It then runs the service, and counts for each operation the blocks of 8 KB that
PostgreSQL reads, whether they are in its memory or not. Blocks depend on neither the memory nor the load of the machine. One user in ten has a deletion, at one of
1,000 destinations. One in ten of these waits for a worker, the others have ended.

**One PostgreSQL with ${number(sizes.at(-1))} suppressed users** has ${gigabytes(diskOf(figures, sizes.at(-1)))} on its disk.

| suppressed users | ${header} |
| --- |${dashes}
${diskRows(figures).join('\n')}

Indexes that were built at once, as in these figures, are smaller than indexes that grow row by row. Stored in portions, as the service
stores them, users took ${number(figures.inUse.user)} bytes each instead of ${number(figures.bytes[0].user)}. The last line of the table is estimated with this ratio. The bytes of a user are those of
one regulation with a userId and an e-mail address, and of one suppression. Deletions, events and write-ahead log come in addition.

**Blocks of an operation.** The depth of an index grows with the logarithm of its rows. An operation that misses its target reads more as the data grows, and its cause is below.

| blocks | ${header} | target |
| --- |${dashes} --- |
${blockRows(entry.absolute).join('\n')}

The extrapolation continues the logarithm. For an operation that misses its target, it continues a line. The same operations took these milliseconds in PostgreSQL. Unlike blocks, they depend
on the memory and the load of the machine:

| milliseconds${wasIdle(entry.otherPrograms) ? '' : ' \\*'} | ${sizes.map(number).join(' | ')} |
| --- |${' --- |'.repeat(sizes.length)}
${Object.entries(figures.costs)
  .map(([name, { ms }]) => `| ${name} | ${ms.map(number).join(' | ')} |`)
  .join('\n')}

**What grows in proportion to the data:**

- The relay counts all suppressed users after its start and after changes, so that starting event filters know how much they must read. It counts in portions, and at most 1 % of
  the time. With ${number(sizes.at(-1))} users, a whole count takes about ${number(figures.counts.suppressedUsers.ms.at(-1) / 1_000)} s.
- The metrics of the leader count the open deletion jobs. With ${number(sizes.at(-1) / 100)} of them, a count took ${number(figures.counts.openJobs.ms.at(-1))} ms. After 5 s it is given up, and its gauges
  disappear. Counts run about 5 % of the time.
${causeOfPeriodic(entry.absolute)}- A backup, a new index, a republication of all suppressions, and the start of an index from the topic read everything.`;
}

/** Explains the row of the periodic work, if it misses its target. */
function causeOfPeriodic({ targets }) {
  const isMet = targets.every(({ name, met }) => met || !name.includes('periodic work'));
  if (isMet) return '';
  return `- Periodic work looks for each destination with open deletions in an index of the open deletions, which gets deeper, and removes the events that the measured operations left. With
  as many destinations, it reads no share of the data, so the extrapolated line is too high.
`;
}

function diskOf({ bytes }, users) {
  const at = bytes.at(-1);
  return at.user * users + (at.deletion * users) / 10;
}

function diskRows(figures) {
  const { sizes, bytes, inUse } = figures;
  const growth = (values) => number(values.at(-1) / values[0]);
  const total = (key) => bytes.map((one, at) => one[key] * sizes[at]);
  const line = (name, values, last, show = number) =>
    `| ${name} | ${values.map(show).join(' | ')} | ${growth(values)} | ${show(last)} |`;
  const each = (key) => bytes.map((one) => one[key]);
  const ofAll = total('user');
  const factor = inUse.user / bytes[0].user;
  const larger = (value) => value * factor;
  const extrapolated = bytes.at(-1).user * EXTRAPOLATED;
  return [
    line('bytes a user', each('user'), bytes.at(-1).user),
    line('bytes a deletion that has ended', each('deletion'), bytes.at(-1).deletion),
    line('users, on the disk', ofAll, extrapolated, gigabytes),
    line('stored row by row, estimated', ofAll.map(larger), larger(extrapolated), gigabytes),
  ];
}

function blockRows({ figures, targets }) {
  return Object.entries(figures.costs).map(([name, { blocks }]) => {
    const target = targets.find((one) => one.name === `blocks, ${name}: last ÷ first`);
    const last = extrapolate(figures.sizes, blocks, target.met ? Math.log : (users) => users);
    const bound = `${target.bound}${target.met ? '' : ', missed'}`;
    return `| ${name} | ${[...blocks, blocks.at(-1) / blocks[0], last].map(number).join(' | ')} | ${bound} |`;
  });
}

/** Continues the line of least squares through the values, over a scale of the sizes. */
function extrapolate(sizes, values, scale) {
  const at = sizes.map(scale);
  const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
  const [x, y] = [mean(at), mean(values)];
  const slope =
    at.reduce((sum, one, index) => sum + (one - x) * (values[index] - y), 0) /
    at.reduce((sum, one) => sum + (one - x) ** 2, 0);
  return y + slope * (scale(EXTRAPOLATED) - x);
}
