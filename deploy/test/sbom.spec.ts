import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const tools = fileURLToPath(new URL('../../tools/', import.meta.url));
const APPS = ['gateway', 'event-filter'];

interface Component {
  readonly group?: string;
  readonly name: string;
  readonly version: string;
}
interface Bill {
  readonly metadata: { readonly component: Component; readonly timestamp?: string };
  readonly components: readonly (Component & { readonly 'bom-ref': string })[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

describe('the bills of materials of the images', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-sbom-'));
  const write = (name: string): string => {
    const target = join(folder, name);
    execFileSync(process.execPath, [join(tools, 'sbom.mjs'), target, ...APPS]);
    return target;
  };
  const text = (of: string, app: string): string =>
    readFileSync(join(of, `${app}.cdx.json`), 'utf8');
  let first: string;

  beforeAll(() => {
    first = write('first');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('are reproducible byte by byte', () => {
    const second = write('second');
    for (const app of APPS) expect(text(second, app)).toBe(text(first, app));
  });

  it.each(APPS)('list exactly the packages in the image of %s', (app) => {
    const { metadata, components } = JSON.parse(text(first, app)) as Bill;
    const list = execFileSync(process.execPath, [join(tools, 'prune-app.mjs'), app, '--list'], {
      encoding: 'utf8',
    });
    const inImage = list.trim().split('\n').map(nameOfPlace).sort();
    const named = [metadata.component, ...components].map(nameOf).sort();
    expect(named).toEqual(
      inImage.map((name) => (name === `apps/${app}` ? `@lethe/${app}` : name)).sort(),
    );
  });

  it.each(APPS)('have dependency paths from %s to all components, and to nothing else', (app) => {
    const { metadata, components, dependencies } = JSON.parse(text(first, app)) as Bill;
    const needs = new Map(dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]));
    const start = dependencies.find(({ ref }) => ref.includes(`|@lethe/${app}@`))!.ref;
    const reached = new Set([start]);
    for (const ref of reached) for (const next of needs.get(ref) ?? []) reached.add(next);
    expect(nameOf(metadata.component)).toBe(`@lethe/${app}`);
    expect([...reached].sort()).toEqual([start, ...components.map((one) => one['bom-ref'])].sort());
  });
});

const nameOf = ({ group, name }: Component): string =>
  group === undefined ? name : `${group}/${name}`;

const nameOfPlace = (place: string): string => place.replace(/.*node_modules\//, '');
