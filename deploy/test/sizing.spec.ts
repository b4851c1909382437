import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

interface Resources {
  readonly requests: { readonly cpu: string; readonly memory: string };
  readonly limits: { readonly memory: string };
}
type Values = Readonly<Record<string, { readonly resources: Resources }>>;

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
const values = parse(read('deploy/helm/lethe/values.yaml')) as Values;
const [measured = '', , requested = ''] = tablesOf(read('docs/sizing.md'));

const APPS = {
  gateway: 'gateway',
  regulation: 'regulation',
  'test-runner': 'testRunner',
  'deletion-worker': 'deletionWorker',
  'event-filter': 'eventFilter',
};

describe.each(Object.entries(APPS))('the memory of %s', (app, key) => {
  const { requests, limits } = (values[key] ?? { resources: undefined }).resources!;

  it('has the values of docs/sizing.md in the chart', () => {
    const [[, request, limit] = []] = rowsOf(requested, app);
    expect(`${requests.cpu}, ${inWords(requests.memory)}`).toBe(request);
    expect(inWords(limits.memory)).toBe(limit);
  });

  it('suffices for the measured loads', () => {
    const peaks = rowsOf(measured, app).map((cells) => Number(cells[3]));
    expect(peaks.length).toBeGreaterThan(1);
    expect(Math.max(...peaks)).toBeLessThanOrEqual(Number.parseInt(requests.memory));
  });
});

function tablesOf(text: string): readonly string[] {
  return text.split('\n\n').filter((paragraph) => paragraph.startsWith('|'));
}

function rowsOf(table: string, app: string): readonly (readonly string[])[] {
  return table
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .filter((cells) => cells.slice(0, 2).includes(app));
}

/** Formats `1536Mi` as `1.5 GiB`. */
function inWords(quantity: string): string {
  const size = Number.parseInt(quantity) * (quantity.endsWith('Gi') ? 1024 : 1);
  return size < 1024 ? `${String(size)} MiB` : `${String(size / 1024)} GiB`;
}
