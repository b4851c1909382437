import { fileURLToPath } from 'node:url';
import { AppProcess } from './app-process.mjs';

const MOST_MS = 900_000;

/**
 * Runs a program to its end.
 *
 * @param name its path in `bench`, without `.mjs`
 * @returns the JSON that it prints
 */
export async function runProgram(session, name, args, options) {
  const [app, line] = await firstLine(session, name, args, { start: '{', ...options });
  await app.stop();
  return JSON.parse(line);
}

/** Starts a server. @returns the address that it prints */
export async function startServer(session, name, ...args) {
  return (await startServerProcess(session, name, ...args)).url;
}

/** Starts a server. @returns the address that it prints, and its process id */
export async function startServerProcess(session, name, ...args) {
  const [{ pid }, line] = await firstLine(session, name, args, { start: '"http' });
  return { url: JSON.parse(line), pid };
}

/** @param name its path in `bench`, without `.mjs` */
export function scriptOf(name) {
  return fileURLToPath(new URL(`../${name}.mjs`, import.meta.url));
}

async function firstLine(session, name, args, { start, ...options }) {
  const app = new AppProcess(session, {
    name: name.replace('/', '-'),
    script: scriptOf(name),
    args: args.map(String),
    ...options,
  });
  const find = () => app.lines.find((text) => text.startsWith(start));
  return [app, await app.until(find, { what: 'it printed no result', timeoutMs: MOST_MS })];
}
