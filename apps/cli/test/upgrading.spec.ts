import { readFileSync } from 'node:fs';
import { CATALOG_SCHEMA } from '@lethe/catalog';

const page = readFileSync(new URL('../../../docs/upgrading.md', import.meta.url), 'utf8');
const ROW =
  /^\| `(\w+)` +\| (all|\d+|\d+ to \d+|from \d+ on) +\| (any|code that knows migration (\d+))/gm;

/** Returns the oldest code that can run on a migration, as the page states. */
function promised(schema: string, number: number): number | undefined {
  const row = [...page.matchAll(ROW)].find(([, rowSchema, range = '']) => {
    if (rowSchema !== schema) return false;
    const numbers = (range.match(/\d+/g) ?? []).map(Number);
    const [first = 1, last = range === String(first) ? first : Infinity] = numbers;
    return number >= first && number <= last;
  });
  return row === undefined ? undefined : Number(row[4] ?? 1);
}

it('docs/upgrading.md shows the oldest code of each migration', async () => {
  const { REGULATION_SCHEMA } = await import('@lethe/regulation');
  for (const { schema, migrations } of [CATALOG_SCHEMA, REGULATION_SCHEMA]) {
    const made = migrations.map((Migration) => new Migration());
    expect(made.map(({ number }) => [schema, number, promised(schema, number)])).toEqual(
      made.map(({ number, oldestCode }) => [schema, number, oldestCode]),
    );
  }
});
