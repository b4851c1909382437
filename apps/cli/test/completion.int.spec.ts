import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from './cli-under-test.js';

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lethe-completion-'));
  writeFileSync(join(folder, 'users one.csv'), '');
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await runCli(['completion', shell]);
    expect(code).toBe(0);
    writeFileSync(join(folder, shell), `${stdout.join('\n')}\n`);
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What a shell offers for the last of some words; each driver prints one candidate a line. */
const DRIVERS: Readonly<Record<string, (words: readonly string[]) => readonly string[]>> = {
  bash: (words) => [
    ...['--norc', '-c'],
    'source ./bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lethe; printf "%s\\n" "${COMPREPLY[@]}"',
    'bash',
    ...words,
  ],
  // Outside of its line editor zsh knows none of what shows candidates.
  zsh: (words) => [
    ...['-f', '-c'],
    `compdef() { }; _files() { print -l -- *one*; }; compset() { }
     compadd() { [[ $1 = -a ]] && print -l -- "\${(@P)2}" || print -l -- "\${@:2}"; }
     _describe() { print -l -- "\${(@)\${(@P)@[-1]}%%:*}"; }
     source ./zsh; words=("$@"); CURRENT=$#; _lethe`,
    'zsh',
    ...words,
  ],
  fish: (words) => [
    ...['--no-config', '-c'],
    'source ./fish; complete -C "$argv[1]" | string replace -r "\\t.*" ""; true',
    words.join(' '),
  ],
};

function isThere(shell: string): boolean {
  return spawnSync(shell, ['-c', 'true'], { stdio: 'ignore' }).status === 0;
}

describe.each(Object.keys(DRIVERS))('the script for %s', (shell) => {
  const itThere = isThere(shell) ? it : it.skip;
  const complete = (...words: string[]): string[] => {
    const args = DRIVERS[shell]?.(['lethe', ...words]) ?? [];
    const output = execFileSync(shell, args, { cwd: folder, encoding: 'utf8' });
    return output.split('\n').filter(Boolean).sort();
  };

  itThere('offers commands, options, their values and files, each at its place', () => {
    expect(complete('')).toEqual(expect.arrayContaining(['import', 'regulations', 'status']));
    expect(complete('regulations', '')).toEqual(
      expect.arrayContaining(['cancel', 'create', 'get', 'list']),
    );
    expect(complete('regulations', '')).not.toContain('import');
    expect(complete('regulations', 'create', '--reason', 'list', '--')).toEqual(
      expect.arrayContaining(['--type', '--json']),
    );
    expect(complete('import', 'x.csv', '--type', '')).toEqual([
      ...['delete', 'suppress', 'suppress_with_delete'],
    ]);
    expect(complete('completion', '')).toEqual(expect.arrayContaining(['bash', 'fish', 'zsh']));
    expect(complete('import', 'users')).toEqual([expect.stringMatching(/^users.*one\.csv$/)]);
    expect(complete('regulations', 'get', 'users').join()).not.toContain('one');
  });
});
