/** Most items of one run, which a single statement writes. */
const MOST = 1_000;

/** Cuts a sorted list where its key changes, and wherever a run becomes too long. */
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
