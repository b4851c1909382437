import { median, round } from './statistics.mjs';

/** A ratio may be this much worse than the recorded one. */
export const TOLERANCE = 0.15;

/**
 * Returns the latest recorded entry of each benchmark that has ratios, with its version.
 *
 * @param records of `readResults`, the latest version first
 * @param ids of the benchmarks that exist
 */
export function latestEntries(records, ids) {
  const entries = ids.map((id) => {
    const record = records.find(({ benches }) => benches[id] !== undefined);
    return [id, record && { version: record.version, ...record.benches[id] }];
  });
  return Object.fromEntries(entries.filter(([, entry]) => entry?.ratios.length > 0));
}

/**
 * Compares the median of several runs with recorded ratios.
 *
 * @param recorded of `latestEntries`
 * @param runs for each run, the targets of each benchmark by its id; a benchmark that failed is
 *   absent
 * @returns `{ id, name, verdict, version, recorded, measured, worseBy }` for each ratio. `verdict`
 *   is `as recorded`, `worse`, `missing` (a run has no such value) or `new` (not recorded).
 *   `worseBy` is a share: 0.1 is 10 % worse, -0.1 is 10 % better. All but the names and the verdict
 *   can be absent.
 */
export function compareRatios(recorded, runs) {
  return Object.entries(recorded).flatMap(([id, { version, ratios }]) => {
    const measured = runs.map((run) => ratiosOf(run[id]));
    const compared = ratios.map((ratio) => {
      const values = measured.map((values) => values.get(ratio.name));
      return { id, version, ...compareOne(ratio, values) };
    });
    const names = new Set(measured.flatMap((values) => [...values.keys()]));
    for (const { name } of ratios) names.delete(name);
    return [...compared, ...Array.from(names, (name) => ({ id, name, verdict: 'new' }))];
  });
}

function compareOne({ name, value, better }, values) {
  if (!values.every(Number.isFinite)) return { name, verdict: 'missing', recorded: value };
  const measured = median(values);
  const worseBy = round(better === 'higher' ? 1 - measured / value : measured / value - 1, 6);
  const verdict = worseBy > TOLERANCE ? 'worse' : 'as recorded';
  return { name, verdict, recorded: value, measured, worseBy };
}

/** Returns the values of the ratios among the targets of a benchmark, by their names. */
function ratiosOf(targets = []) {
  const ratios = targets.filter(({ ratio }) => ratio !== undefined);
  return new Map(ratios.map(({ name, value }) => [name, value]));
}
