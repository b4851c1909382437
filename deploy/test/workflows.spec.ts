import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { actionlint, describeWithHelm } from './support/chart.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const workflows = join(root, '.github/workflows');
const read = (name: string): string => readFileSync(join(workflows, name), 'utf8');

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

function commandsOf(name: string): string[] {
  const { jobs } = parse(read(name)) as Workflow;
  return Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
}

describeWithHelm('the workflows', () => {
  it.each(readdirSync(workflows))('%s is valid, and has only read permissions', (name) => {
    expect(actionlint(join(workflows, name))).toEqual({ status: 0, output: '' });
    expect((parse(read(name)) as Workflow).permissions).toEqual({ contents: 'read' });
  });

  it('are refused with a typo', () => {
    const folder = mkdtempSync(join(tmpdir(), 'lethe-workflow-'));
    const slip = join(folder, 'ci.yml');
    writeFileSync(slip, read('ci.yml').replace('runs-on:', 'run-on:'));
    expect(actionlint(slip).status).not.toBe(0);
    rmSync(folder, { recursive: true });
  });

  it('that the page about the command line shows fit the action for test cases', () => {
    const page = readFileSync(join(root, 'docs/command-line.md'), 'utf8');
    const shown = /```yaml\n(.*?actions\/test-cases@.*?)```/s.exec(page)?.[1] ?? '';
    // actionlint checks an action only if the workflow and the action are in one repository.
    const local = shown.replace(/OWNER\/lethe\/(.*)@v.*/, './$1');
    expect(local).toContain('uses: ./.github/actions/test-cases\n');
    const folder = mkdtempSync(join(tmpdir(), 'lethe-action-'));
    for (const path of ['.git', '.github/workflows'])
      mkdirSync(join(folder, path), { recursive: true });
    cpSync(join(root, '.github/actions'), join(folder, '.github/actions'), { recursive: true });
    const lint = (text: string) => {
      const file = join(folder, '.github/workflows/cases.yml');
      writeFileSync(file, text);
      return actionlint(file);
    };
    expect(lint(local)).toEqual({ status: 0, output: '' });
    expect(lint(local.replace('dir:', 'folder:')).output).toContain('"folder" is not defined');
    expect(lint(local.replace(/ +token:.*\n/, '')).output).toContain('"token"');
    rmSync(folder, { recursive: true });
  });

  it('fetch tools again when a file with their versions changes', () => {
    const folders = ['tools', 'deploy/tools', 'libs/local-services/src'];
    const files = folders.flatMap((folder) =>
      readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
    );
    const keepsTools = /XDG_CACHE_HOME|\b(unpackedPackages|cacheFolder)\(/;
    const expected = files
      .filter((file) => /\.(mjs|ts)$/.test(file))
      .filter((file) => keepsTools.test(readFileSync(join(root, file), 'utf8')));
    const [, hashed = ''] = /key: .*hashFiles\((.*)\)/.exec(read('ci.yml')) ?? [];
    expect([...hashed.matchAll(/'([^']+)'/g)].map(([, file]) => file).sort()).toEqual(
      expected.sort(),
    );
  });

  it('run all tests, and the long tests', () => {
    expect(commandsOf('ci.yml')).toContain('bash .ci/run');
    expect(commandsOf('long.yml')).toContain('npm run test:long -- --no-bench');
    expect(commandsOf('long.yml')).toContain('npm run bench:compare');
  });
});
