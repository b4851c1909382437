/** Maximum number of items in a run. One statement writes a run. */
const MOST = 1_000;

/** Cuts a sorted list into runs. A run ends where the key changes, or when it has `MOST` items. */
export function* chunkByKey<T>(list: readonly T[], keyOf: (item: T) => string): Generator<T[]> {
  let run: T[] = [];
  let key: string | undefined;
  for (const item of list) {
    const next = keyOf(item);
    if (run.length > 0 && (next !== key || run.length === MOST)) {
      yield run;
      run = [];
    }
    key = next;
    run.push(item);
  }
  if (run.length > 0) yield run;
}
