import { median, round } from './statistics.mjs';

/**
 * Returns a target, and whether it was met.
 *
 * @param name of the compared value
 * @param value measured
 * @param {{ atLeast?: number, atMost?: number }} bound has one of them
 */
export function target(name, value, { atLeast, atMost }) {
  const met = atLeast === undefined ? value <= atMost : value >= atLeast;
  return { name, value, bound: atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`, met };
}

/**
 * Returns a target for a value that the speed of the machine does not change, such as a share of
 * the rate of a baseline. Such values are recorded and compared over versions. Of a value with
 * `atLeast`, higher is better.
 *
 * @param bound as for `target`
 * @param rounds value of each round, if the benchmark has rounds
 */
export function ratio(name, value, bound, rounds = []) {
  const better = bound.atLeast === undefined ? 'lower' : 'higher';
  const each = rounds.map((of) => round(of, 3));
  return { ...target(name, value, bound), ratio: { better, rounds: each } };
}

/** Returns a line of a table: the median of the rates of all rounds, then each rate. */
export function rateLine(name, rates) {
  return [name, Math.round(median(rates)), rates.map(Math.round).join(' ')];
}

/** Formats a result for a person. */
export function describeResult({ id, title, failure, table, targets }, quick) {
  const head = `\n(${id}) ${title}${quick ? ' (quick: the figures mean little)' : ''}\n`;
  if (failure !== undefined) return `${head}\nfailed: ${failure}\n`;
  const rows = table.map((row) => row.map(String));
  const widths = [];
  for (const row of rows) {
    row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, cell.length)));
  }
  const lines = rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at])))
      .join('   '),
  );
  lines.splice(1, 0, widths.map((width) => '─'.repeat(width)).join('───'));
  const verdicts = targets.map(
    ({ name, value, bound, met }) => `${met ? 'met   ' : 'missed'}  ${name}: ${value} (${bound})`,
  );
  return `${[head, ...lines, '', ...verdicts].join('\n')}\n`;
}
