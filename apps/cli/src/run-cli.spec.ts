import { readFileSync } from 'node:fs';
import type { Terminal } from './command-context.js';
import { runCli } from './run-cli.js';

/** Runs a command with an empty environment. */
async function run(...args: string[]) {
  const printed: string[] = [];
  const noted: string[] = [];
  const context: Terminal = {
    environment: {},
    print: (line) => void printed.push(line),
    note: (line) => void noted.push(line),
    untilInterrupted: () => AbortSignal.abort(),
  };
  const code = await runCli(args, context);
  return { code, printed: printed.join('\n'), noted: noted.join('\n') };
}

describe('an invalid command line', () => {
  const create = ['token', 'create', '--workspace=ws', '--name=x', '--email=a@b.c'];

  it.each([
    ['nope', "unknown command 'nope'"],
    ['tokn list', 'Did you mean token?'],
    ['token create --workspace ws', "required option '--name"],
    ['token list --workspace ws surplus', 'too many arguments'],
    ['token list --workspace ws --all', "unknown option '--all'"],
    ['topics tail', "missing required argument 'topic'"],
    ['migrate --wait soon', 'a whole number of seconds'],
    ['topics ensure --wait 3601', 'at most 3600'],
    ['test --transformation a/b', 'letters, digits'],
    ['test --transformation a --destination b', 'cannot be used with'],
    ['test --destination b --all', 'cannot be used with'],
    [create.join(' '), "either '--role' or '--scopes' is needed"],
    [[...create, '--role=root'].join(' '), 'Allowed choices are viewer, editor, admin'],
    [[...create, '--scopes=tests:run,nope'].join(' '), 'There is no scope "nope"'],
    [[...create, '--role=viewer', '--scopes=tests:run'].join(' '), 'cannot be used with'],
    [[...create, '--role=viewer', '--expires=1999-01-01'].join(' '), 'in the future'],
  ])('exits with 2 and explains the mistake: %s', async (line, why) => {
    const { code, printed, noted } = await run(...line.split(' '));
    expect({ code, printed }).toEqual({ code: 2, printed: '' });
    expect(noted).toContain(why);
  });

  it.each([[[]], [['token']], [['topics']]])('exits with 2 and shows help: %j', async (args) => {
    const { code, noted } = await run(...args);
    expect(code).toBe(2);
    expect(noted).toContain('Commands:');
  });
});

describe('a help request', () => {
  it.each(['', 'token create', 'workspace apply', 'migrate', 'topics tail', 'test'])(
    'shows an example for "%s"',
    async (command) => {
      const { code, printed, noted } = await run(...command.split(' ').filter(Boolean), '--help');
      expect({ code, noted }).toEqual({ code: 0, noted: '' });
      expect(printed).toMatch(/Examples?:\n {2}.*\blethe /);
    },
  );
});

describe('a command without a database', () => {
  it('exits with 1 and prints one line', async () => {
    const { code, noted } = await run('token', 'list', '--workspace', 'ws');
    expect(code).toBe(1);
    expect(noted).toMatch(/^There is no database\. .*$/);
  });
});

describe('every command', () => {
  it.each([
    [['--json', '--version']],
    [['--version', '--json']],
    [['-V', '--json']],
    [['--version']],
  ])('shows the version as text or JSON: %j', async (args) => {
    const { code, printed } = await run(...args);
    expect(code).toBe(0);
    expect(printed).toMatch(args.includes('--json') ? /^\{"version":"/ : /^lethe \d/);
  });

  it('reports a failure as an object with --json', async () => {
    const { code, noted } = await run('token', 'list', '--workspace', 'ws', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(noted)).toEqual({
      message: expect.stringContaining('There is no database') as unknown,
    });
  });
});

describe('docs/command-line.md', () => {
  it('lists every command', async () => {
    const { printed } = await run('--json', 'completion', 'bash');
    const { script } = JSON.parse(printed) as { script: string };
    const rows = script.matchAll(/^(\/[^\t ]+)\t/gm);
    const places = [...new Set([...rows].map(([, place = '']) => place))];
    expect(places.length).toBeGreaterThan(30);
    const leaves = places.filter((place) => !places.some((other) => other.startsWith(`${place}/`)));
    const page = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
    const named = new Set([...page.matchAll(/^\| `([a-z -]+)` +\|/gm)].map(([, name]) => name));
    const missing = leaves
      .map((place) => place.slice(1).replace('/', ' '))
      .filter((n) => !named.has(n));
    expect(missing).toEqual([]);
  });
});
