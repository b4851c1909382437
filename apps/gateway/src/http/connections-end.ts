import type { Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

const LOOK_EVERY_MS = 20;

/**
 * Waits until the callers' connections are gone, each closed with an answer on it. To close an idle
 * one fails the request that its caller is just sending on it, so those get some time to be used.
 *
 * @param patienceMs milliseconds; longer than a busy caller leaves a connection unused
 */
export async function connectionsEnd(server: Server, patienceMs: number): Promise<void> {
  const count = promisify(server.getConnections.bind(server));
  const deadline = performance.now() + patienceMs;
  while (server.listening && performance.now() < deadline) {
    if ((await count()) === 0) return;
    await sleep(LOOK_EVERY_MS);
  }
}
