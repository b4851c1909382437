import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = new URL('../src/', import.meta.url).pathname;

describe('keys of queries', () => {
  it('are each of one query, as what is kept under a key has one shape', () => {
    const keys = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts'))
      .flatMap((file) => [
        ...readFileSync(join(SOURCES, file), 'utf8').matchAll(
          /queryKey: (\[[^\]]*\]),\s*(?:queryFn|fetchPage)/g,
        ),
      ])
      .map(([, key]) => key);
    expect(keys.length).toBeGreaterThan(10);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });
});
