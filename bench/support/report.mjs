/**
 * A target and whether it was met.
 *
 * @param name what is compared
 * @param value measured
 * @param bound `{ atLeast }` or `{ atMost }`
 */
export function target(name, value, { atLeast, atMost }) {
  const met = atLeast === undefined ? value <= atMost : value >= atLeast;
  return { name, value, bound: atLeast === undefined ? `≤ ${atMost}` : `≥ ${atLeast}`, met };
}

/** Prints a result for a person. */
export function printResult({ id, title, table, targets }, quick) {
  const [head, ...rows] = table.map((row) => row.map(String));
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column].length)),
  );
  const line = (row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]),
      )
      .join('   ');
  const lines = [
    '',
    `(${id}) ${title}${quick ? ' — quick, the figures mean little' : ''}`,
    '',
    line(head),
    widths.map((width) => '─'.repeat(width)).join('───'),
    ...rows.map(line),
    '',
    ...targets.map(
      ({ name, value, bound, met }) => `${met ? 'met   ' : 'missed'}  ${name}: ${value} (${bound})`,
    ),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
