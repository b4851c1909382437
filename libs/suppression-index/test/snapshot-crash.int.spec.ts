import { spawnApp, waitFor } from '@lethe/testing';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSnapshot } from '../src/snapshot/read-snapshot.js';

const WRITER = fileURLToPath(new URL('support/write-snapshots.mjs', import.meta.url));

describe('a snapshot after its writer was killed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'snapshot-crash-'));
  const file = join(folder, 'suppressions');
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /**
   * Kills a writer while it writes a file.
   * @param bytes minimum size of the file when the writer is killed
   * @returns number of the last finished snapshot
   */
  async function killInTheMiddle(bytes: number): Promise<number> {
    const writer = spawnApp({ args: [WRITER, file] });
    await writer.waitForLine(/^1$/);
    const isInTheMiddle = () => existsSync(`${file}.tmp`) && statSync(`${file}.tmp`).size >= bytes;
    await waitFor(isInTheMiddle, { intervalMs: 1 });
    writer.kill('SIGKILL');
    await writer.exited;
    return Number(writer.stdout.at(-1));
  }

  it('is the last finished snapshot or the next snapshot', async () => {
    for (let round = 0; round < 5; round += 1) {
      const finished = await killInTheMiddle(round * 500_000);
      const reading = await readSnapshot(file, () => undefined);
      if (reading === undefined || 'refusal' in reading) throw new Error('there is no snapshot');
      const position = reading.header.positions.get(0)!;
      expect([finished, finished + 1]).toContain(position);
      expect(reading.table.size).toBe(200_000 + position);
    }
  });
});
