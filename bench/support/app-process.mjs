import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { waitFor } from '@lethe/testing';

const STOP_MS = 15_000;

/** A Node process that writes its log to a file, as in production. */
export class AppProcess {
  #child;
  /** @type {Promise<void>} */
  #exited;
  #hasExited = false;

  /**
   * @param session stops the process when the session ends
   * @param {object} options
   * @param {string} options.name of the process and its log
   * @param {string} options.script path of the program
   * @param {string[]} [options.args] for the program
   * @param {string[]} [options.flags] for Node
   * @param {object} [options.env] all variables of the process, in addition to PATH and HOME
   */
  constructor(session, { name, script, args = [], flags = [], env = {} }) {
    if (!existsSync(script)) {
      throw new Error(`${script} is missing. Run npm run build first.`);
    }
    this.name = name;
    this.logFile = join(session.folder, `${name}.log`);
    const log = openSync(this.logFile, 'w');
    const { PATH = '', HOME = '' } = process.env;
    const node = [...profiling(session, name), ...flags];
    this.#child = spawn(process.execPath, [...node, script, ...args], {
      env: { PATH, HOME, ...env },
      cwd: session.folder, // not the checkout, whose folder may hold the data of `npm start`
      stdio: ['ignore', log, log],
      detached: true, // Ctrl-C in the terminal does not reach it: the session stops it
    });
    closeSync(log);
    this.#exited = new Promise((done) => {
      this.#child.once('exit', () => {
        this.#hasExited = true;
        done();
      });
    });
    session.defer(() => this.stop());
  }

  get pid() {
    return this.#child.pid;
  }

  get lines() {
    return readFileSync(this.logFile, 'utf8').split('\n');
  }

  /**
   * Waits for a condition. Fails if the process has ended.
   *
   * @param condition can be asynchronous; an error counts as "not yet"
   */
  async until(condition, { what, timeoutMs = 120_000 }) {
    const tail = () => this.lines.slice(-10).join('\n');
    const poll = async () => {
      const hasExited = this.#hasExited; // read first: the output can end with a match
      const value = await Promise.resolve()
        .then(condition)
        .catch(() => undefined);
      if (!value && hasExited) return { hasExited };
      return value && { value };
    };
    const found = await waitFor(poll, {
      timeoutMs,
      message: () => `${this.name}: ${what}\n${tail()}`,
    });
    if (found.hasExited) throw new Error(`${this.name} ended:\n${tail()}`);
    return found.value;
  }

  /** Stops the process with SIGTERM, and after 15 s with SIGKILL. Can be called again. */
  async stop() {
    if (this.#hasExited) return;
    this.#child.kill('SIGTERM');
    const force = setTimeout(() => this.#child.kill('SIGKILL'), STOP_MS);
    await this.#exited;
    clearTimeout(force);
  }
}

function profiling({ profile }, name) {
  if (profile === undefined) return [];
  const folder = resolve(profile, name);
  mkdirSync(folder, { recursive: true });
  return ['--cpu-prof', '--cpu-prof-dir', folder];
}
