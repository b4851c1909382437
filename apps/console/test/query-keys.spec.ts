import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = new URL('../src/', import.meta.url).pathname;

describe('query keys', () => {
  it('are unique, because all data of a key must have the same type', () => {
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
