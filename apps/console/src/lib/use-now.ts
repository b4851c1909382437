import { useSyncExternalStore } from 'react';

const EVERY_MS = 5_000;
const listeners = new Set<() => void>();
let now = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const one of listeners) one();
  }, EVERY_MS);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Milliseconds, a few seconds old at most: one clock for all that says "2 minutes ago". */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}
