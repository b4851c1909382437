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

/**
 * Returns the stored time. Updates it first if it is 5 s old, because the timer runs only while a
 * component uses the time.
 */
function current(): number {
  if (Math.abs(serverNow() - now) >= EVERY_MS) now = serverNow();
  return now;
}

/** Returns the server time in milliseconds since the epoch, at most 5 s old. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, current);
}
