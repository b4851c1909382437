import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { familyOf } from './cpu.mjs';

const NICE = 19;
/** Linux takes the change of one session in so many milliseconds of whoever is not root. */
const BETWEEN_SESSIONS_MS = 110;

/** Lets other programs have the processors first, for as long as these run. @param pids of processes, whose children stand back with them */
export async function standBack(pids) {
  for (const pid of pids.flatMap(familyOf)) {
    for (const thread of threadsOf(pid)) ignoreGone(() => setPriority(thread, NICE));
    // Where Linux shares the processors out among sessions first, `nice` decides within each of them only.
    const session = `/proc/${pid}/autogroup`;
    if (!existsSync(session)) continue;
    ignoreGone(() => writeFileSync(session, String(NICE)));
    await delay(BETWEEN_SESSIONS_MS);
  }
}

function threadsOf(pid) {
  const folder = `/proc/${pid}/task`;
  return existsSync(folder) ? readdirSync(folder).map(Number) : [pid];
}

function ignoreGone(change) {
  try {
    change();
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes(error.info?.code ?? error.code)) throw error;
  }
}
