import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runCli } from './cli-under-test.js';

/** Time limit for a shell that waits for input. */
const HANGS_MS = 60_000;

let folder: string;
const environment = environmentOfShells();
/**
 * On Linux in CI, the shells must exist. Other computers can lack the shells and apt, so the tests
 * of a missing shell are skipped there.
 */
const isRequired = process.env.CI === 'true' && process.platform === 'linux';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lethe-completion-'));
  writeFileSync(join(folder, 'users one.csv'), '');
  writeFileSync(join(folder, '.zshrc'), ZSHRC);
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await runCli(['completion', shell]);
    expect(code).toBe(0);
    writeFileSync(join(folder, shell), `${stdout.join('\n')}\n`);
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Makes an interactive zsh complete one line as after Tab, insert all candidates, and exit. */
const ZSHRC = `
[[ -n $ZSH_MODULES ]] && module_path=($ZSH_MODULES)
[[ -n $ZSH_FUNCTIONS ]] && fpath=($ZSH_FUNCTIONS $ZSH_FUNCTIONS/*(/))
autoload -Uz compinit; compinit -u -d $ZDOTDIR/dump
source ./zsh
take-all() { _main_complete; compstate[insert]=all }
zle -C take-all complete-word take-all
zle-line-init() {
  BUFFER=$BEFORE$LAST CURSOR=$#BUFFER
  zle take-all
  print -rl -- \${(Q)\${(z)BUFFER#$BEFORE}} >found
  exit
}
zle -N zle-line-init
`;

/**
 * For each shell, returns the arguments that make the shell complete the last word and print one
 * candidate per line.
 */
const DRIVERS: Readonly<Record<string, (words: readonly string[]) => readonly string[]>> = {
  bash: (words) => [
    ...['--norc', '-c'],
    'source ./bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _lethe; printf "%s\\n" "${COMPREPLY[@]}"',
    'bash',
    ...words.flatMap((word) => word.split(/(?==$)/)), // bash splits `--type=` into two words
  ],
  // The completion system of zsh inserts all candidates into the line (`ZSHRC`).
  zsh: (words) => [
    ...['-f', '-c'],
    `[[ -n $ZSH_MODULES ]] && module_path=($ZSH_MODULES)
     rm -f found; zmodload zsh/zpty
     export BEFORE="\${(j: :)@[1,-2]} " LAST=$@[-1]; zpty terminal zsh -d -i
     while zpty -r terminal; do done >/dev/null; cat found`,
    'zsh',
    ...words,
  ],
  fish: (words) => [
    ...['--no-config', '-c'],
    'source ./fish; complete -C "$argv[1]" | string replace -r "\\t.*" ""; true',
    words.join(' '),
  ],
};

describe.each(Object.keys(DRIVERS))('the script for %s', (shell) => {
  const itIfInstalled = isInstalled(shell) || isRequired ? it : it.skip;
  const complete = (...words: string[]): string[] => {
    const args = DRIVERS[shell]?.(['lethe', ...words]) ?? [];
    const output = execFileSync(shell, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...environment, ZDOTDIR: folder },
      timeout: HANGS_MS,
    });
    return output.split('\n').filter(Boolean).sort();
  };

  itIfInstalled('offers commands, options, values and files in the right positions', () => {
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
    const afterEquals = complete('import', 'x.csv', '--type=').map((word) =>
      word.split('=').at(-1),
    );
    expect(afterEquals).toEqual(['delete', 'suppress', 'suppress_with_delete']);
    expect(complete('completion', '')).toEqual(expect.arrayContaining(['bash', 'fish', 'zsh']));
    expect(complete('import', 'users')).toEqual([expect.stringMatching(/^users.*one\.csv$/)]);
    expect(complete('regulations', 'get', 'users').join()).not.toContain('one');
  });
});

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['-c', 'true'], { stdio: 'ignore', env: environment }).status === 0;
}

/**
 * Returns an environment in which the installed shells are found first, and then the shells of
 * `tools/shells.mjs`.
 */
function environmentOfShells(): NodeJS.ProcessEnv {
  const tool = fileURLToPath(new URL('../../../tools/shells.mjs', import.meta.url));
  const found = JSON.parse(
    execFileSync(process.execPath, [tool, '--find'], {
      encoding: 'utf8',
      env: { ...process.env, CI: '' },
    }),
  ) as { readonly folder?: string };
  if (found.folder === undefined) return process.env;
  const { folder: at } = found;
  const libraries = join(at, 'usr/lib');
  const inLibraries = (name: RegExp): string =>
    readdirSync(libraries, { recursive: true, encoding: 'utf8' }).find((path) => name.test(path)) ??
    '';
  return {
    ...process.env,
    PATH: [process.env.PATH, join(at, 'bin'), join(at, 'usr/bin')].join(delimiter),
    LD_LIBRARY_PATH: join(libraries, dirname(inLibraries(/libpcre2-32\.so/))),
    // An installed zsh finds its modules. The zsh of `tools/shells.mjs` needs their paths.
    ...(spawnSync('zsh', ['-c', 'true']).status === 0
      ? {}
      : {
          ZSH_MODULES: join(libraries, inLibraries(/zsh\/[\d.]+$/)),
          ZSH_FUNCTIONS: join(at, 'usr/share/zsh/functions/Completion'),
        }),
  };
}
