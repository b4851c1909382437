import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as states from '@lethe/contracts/state-words';
import { termPage } from '../src/lib/guides.js';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
const TERMS = readFileSync(new URL('../../../docs/terms.md', import.meta.url), 'utf8');
/** Addresses of all terms in `docs/terms.md`. */
const pages = new Set(
  [...TERMS.matchAll(/^- \*\*(.+?)\*\*/gm)].map(([, term = '']) => termPage(term)),
);

describe('links of the console to the guides', () => {
  it('lead to terms that `docs/terms.md` explains', () => {
    const linked = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .flatMap((file) => [
        ...readFileSync(join(SOURCES, file), 'utf8').matchAll(/termPage\('(.+?)'\)/g),
      ])
      .map(([, term = '']) => termPage(term));
    expect(linked.length).toBeGreaterThan(10);
    expect(linked.filter((page) => !pages.has(page))).toEqual([]);
  });

  it('find a term for the word of each state', () => {
    const words = Object.values(states)
      .flatMap((table) => (typeof table === 'object' ? Object.values(table) : []))
      .map((state) => (state as { words: string }).words);
    expect(words.length).toBeGreaterThan(20);
    expect(words.filter((word) => !pages.has(termPage(word)))).toEqual([]);
  });
});
