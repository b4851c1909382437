import { useSyncExternalStore } from 'react';
import { serverNow } from './server-clock.js';

const EVERY_MS = 5_000;
const listeners = new Set<() => void>();
let now = serverNow();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = serverNow();
    for (const one of listeners) one();
  }, EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** While no page shows a time, no timer runs: the first that does must not read what the last one saw. */
function current(): number {
  if (Math.abs(serverNow() - now) >= EVERY_MS) now = serverNow();
  return now;
}

/** Milliseconds of the server's clock, a few seconds old at most: one clock for all that says "2 minutes ago". */
export function useNow(): number {
  return useSyncExternalStore(subscribe, current);
}
