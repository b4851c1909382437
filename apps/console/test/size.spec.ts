import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

interface Chunk {
  readonly file: string;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

const KB = 1000;
/** A text that only `kit/kit.page.tsx` contains. */
const IN_THE_KIT = 'undefinedName';
const built = fileURLToPath(new URL('../dist/app/', import.meta.url));

function manifest(): Readonly<Record<string, Chunk>> {
  const file = `${built}.vite/manifest.json`;
  if (!existsSync(file)) throw new Error('The console is not built: run "npm run build".');
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>;
}

/** Returns the files that a browser loads before the code of `entry` runs. */
function filesOf(entry: string, chunks = manifest(), found = new Set<string>()): Set<string> {
  const chunk = chunks[entry];
  if (chunk === undefined) throw new Error(`There is no ${entry} in what was built.`);
  if (found.has(chunk.file)) return found;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) found.add(file);
  for (const one of chunk.imports ?? []) filesOf(one, chunks, found);
  return found;
}

/** Returns the bytes that a browser loads if it accepts only gzip. */
function sizeOf(files: Iterable<string>): number {
  return [...files].reduce((sum, file) => {
    const zipped = `${built}${file}.gz`;
    return sum + statSync(existsSync(zipped) ? zipped : `${built}${file}`).size;
  }, 0);
}

describe('the built console', () => {
  it('needs at most 220 kB for the first page', () => {
    const files = filesOf('index.html');
    for (const file of filesOf('src/pages/overview/overview.page.tsx')) files.add(file);
    expect(sizeOf(files)).toBeGreaterThan(100 * KB); // shows that the files were measured
    expect(sizeOf(files)).toBeLessThan(220 * KB);
  });

  it.each(['src/ui/editor/code-editor-view.tsx', 'src/ui/editor/diff-view.tsx'])(
    'needs at most 200 kB more for %s',
    (entry) => {
      const first = filesOf('index.html');
      const more = [...filesOf(entry)].filter((file) => !first.has(file));
      expect(sizeOf(more)).toBeGreaterThan(100 * KB);
      expect(sizeOf(more)).toBeLessThan(200 * KB);
    },
  );

  it('does not contain the page for developers', () => {
    const scripts = readdirSync(`${built}assets`).filter((name) => name.endsWith('.js'));
    const textOf = (name: string) => readFileSync(`${built}assets/${name}`, 'utf8');
    const withText = (text: string) => scripts.filter((name) => textOf(name).includes(text));
    expect(withText('Sign in to Lethe')).not.toEqual([]); // shows that the search works
    expect(withText(IN_THE_KIT)).toEqual([]);
    const kit = new URL('../kit/kit.page.tsx', import.meta.url);
    expect(readFileSync(kit, 'utf8')).toContain(IN_THE_KIT);
  });

  it('loads files only from the gateway', () => {
    const page = readFileSync(`${built}index.html`, 'utf8');
    const addresses = [...page.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(2);
    expect(addresses.filter((address) => address?.startsWith('/console/assets/') !== true)).toEqual(
      [],
    );
  });
});
