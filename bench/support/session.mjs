import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Open sessions. An inner session comes after its outer session. */
const open = [];

/**
 * Gives a benchmark a folder. At the end, stops everything that the benchmark started, in reverse
 * order.
 *
 * @param values of the command line
 * @param work gets the session
 * @returns the result of `work`
 */
export async function withSession(values, work) {
  const folder = mkdtempSync(join(values.dir ?? tmpdir(), 'lethe-bench-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user if this user is root
  const stops = [];
  const progress = (text) => process.stderr.write(`  ${text}\n`);
  const session = {
    folder,
    quick: values.quick,
    profile: values.profile,
    rows: values.rows === undefined ? undefined : Number(values.rows),
    /** Registers a function to call at the end. */
    defer: (stop) => stops.push(stop),
    /** Reports progress on stderr, because stdout holds only results. */
    progress,
    /** Repeats a step. @param work gets the number of the round, from 1 */
    rounds: async (count, work, of = 'round') => {
      for (let number = 1; number <= count; number += 1) {
        progress(`${of} ${number} of ${count}`);
        await work(number);
      }
    },
  };
  const stop = async () => {
    for (const undo of stops.splice(0).reverse()) await undo();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  open.push(stop);
  try {
    return await work(session);
  } finally {
    if (open.includes(stop)) open.splice(open.indexOf(stop), 1);
    await stop();
  }
}

/**
 * Runs the parts of a benchmark one after another, each in its own session, and joins their
 * results.
 */
export async function inParts(session, parts) {
  const results = [];
  for (const run of parts) {
    results.push(await withSession({ ...session, dir: session.folder }, run));
  }
  const all = (key) => results.flatMap((result) => result[key]);
  return {
    table: all('table'),
    figures: Object.assign({}, ...all('figures')),
    targets: all('targets'),
  };
}

/** Stops all sessions, on Ctrl-C or after an error that no benchmark catches. */
export async function endSessions() {
  for (const stop of open.splice(0).reverse()) await stop();
}
