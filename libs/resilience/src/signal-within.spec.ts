import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { signalWithin } from './signal-within.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

it('is aborted after the time, although nothing but a listener needs it', async () => {
  const { signal } = new AbortController();
  const ended = once(signalWithin(signal, 100), 'abort');
  for (let turn = 0; turn < 3; turn += 1) {
    await nextTurn();
    collectGarbage();
  }
  const [{ target }] = (await ended) as [{ target: AbortSignal }];
  expect(target.reason).toMatchObject({ name: 'TimeoutError' });
});

it('is aborted with the other signal, and keeps its reason', () => {
  const caller = new AbortController();
  const within = signalWithin(caller.signal, 3_600_000);
  expect(within.aborted).toBe(false);
  caller.abort('stopped');
  expect(within.reason).toBe('stopped');
  expect(signalWithin(AbortSignal.abort('before'), 3_600_000).reason).toBe('before');
});
