import type { Environment } from '@lethe/config';
import { ChildService } from '@lethe/local-services';
import type { Part } from './running-parts.js';

export interface AppProcessOptions {
  /** For the person at the terminal. */
  readonly name: string;
  /** Path of the app's main file. */
  readonly program: string;
  readonly env: Environment;
  /** Gets each line, without its end. */
  readonly print: (line: string) => void;
}

/** A gateway waits for requests in hand and for connections of callers: docs/operations.md. */
const STOP_MS = 45_000;

/** Plain JavaScript beside `src` and `dist`, so that the path is right from both. */
const END_WITH_PARENT = new URL('../end-with-parent.mjs', import.meta.url).href;

/** Starts one of our apps as a child process, which is ended by force after 45 s. */
export async function startApp({ name, program, env, print }: AppProcessOptions): Promise<Part> {
  const app = await ChildService.start({
    command: process.execPath,
    args: ['--enable-source-maps', '--import', END_WITH_PARENT, program],
    // Names whose servers do not answer hold a thread each.
    env: { UV_THREADPOOL_SIZE: '64', ...env },
    output: print,
    // A group of its own: Ctrl-C must not reach it before we stop it in order, nor twice.
    ownProcessGroup: true,
    stopSteps: [
      { signal: 'SIGTERM', waitMs: STOP_MS },
      { signal: 'SIGKILL', waitMs: STOP_MS },
    ],
  });
  return { ended: app.exited.then((how) => `${name} ended with ${how}`), stop: () => app.stop() };
}
