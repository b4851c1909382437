import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Gives a benchmark a folder, and stops whatever it started, last first: at its end, when it
 * fails, and on Ctrl-C.
 *
 * @param values of the command line
 * @param work gets the session
 * @returns what `work` returned
 */
export async function withSession(values, work) {
  const folder = mkdtempSync(join(values.dir ?? tmpdir(), 'lethe-bench-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user when this one is root
  const stops = [];
  const session = {
    folder,
    quick: values.quick,
    profile: values.profile,
    rows: values.rows === undefined ? undefined : Number(values.rows),
    minutes: values.minutes === undefined ? undefined : Number(values.minutes),
    /** Undoes something at the end. */
    defer: (stop) => stops.push(stop),
    /** Says how far the benchmark is; on stderr, so that stdout holds results only. */
    progress: (text) => process.stderr.write(`  ${text}\n`),
  };
  const stop = async () => {
    for (const undo of stops.splice(0).reverse()) await undo();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const interrupted = () => void stop().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    return await work(session);
  } finally {
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
    await stop();
  }
}
