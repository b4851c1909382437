import { setTimeout as delay } from 'node:timers/promises';

const ATTEMPTS = 20;
const PAUSE_MS = 500;

/**
 * Asks again what was refused as unavailable, as the docs tell callers to do: nothing was done. On a
 * machine on which a server stands still for two seconds a gateway has to refuse, which is no finding.
 *
 * @returns the first answer that is another one, or the last
 */
export async function askPatiently<A extends { readonly status: number; readonly text: string }>(
  ask: () => Promise<A>,
): Promise<A> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await ask();
    const isRefused = answer.status === 503 && answer.text.includes('"unavailable"');
    if (!isRefused || attempt === ATTEMPTS) return answer;
    await delay(PAUSE_MS);
  }
}
