import type { Environment } from '@lethe/config';
import { ChildService } from '@lethe/local-services';
import type { Part } from './running-parts.js';

export interface AppProcessOptions {
  /** Name that the user sees. */
  readonly name: string;
  readonly program: string;
  readonly env: Environment;
  /** Receives each line without its line end. */
  readonly print: (line: string) => void;
}

/**
 * Longer than a gateway takes to answer requests in flight and to close connections
 * (docs/operations.md).
 */
const STOP_MS = 45_000;

/**
 * The file is plain JavaScript next to `src` and `dist`, so that the path is valid from both
 * folders.
 */
const END_WITH_PARENT = new URL('../end-with-parent.mjs', import.meta.url).href;

/**
 * Starts an app as a child process. If the app has not ended 45 s after the stop signal, it is
 * killed.
 */
export async function startApp({ name, program, env, print }: AppProcessOptions): Promise<Part> {
  const app = await ChildService.start({
    command: process.execPath,
    args: ['--enable-source-maps', '--import', END_WITH_PARENT, program],
    // Many threads, because each DNS lookup occupies a thread until the name server answers.
    env: { UV_THREADPOOL_SIZE: '64', ...env },
    output: print,
    // The app has its own process group, so Ctrl-C does not signal it directly. The cluster stops
    // the apps in the right sequence.
    ownProcessGroup: true,
    stopSteps: [
      { signal: 'SIGTERM', waitMs: STOP_MS },
      { signal: 'SIGKILL', waitMs: STOP_MS },
    ],
  });
  return { ended: app.exited.then((how) => `${name} ended with ${how}`), stop: () => app.stop() };
}
