import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
/** Matches an attribute that users see, or a text of several words. */
const WORDS = /\s(?!aria-keyshortcuts)[\w-]+="[A-Z][a-z][^"]*"|['`][A-Z][a-z]+(?: [a-z]+)+/g;
/** Names of command groups, and the beginning of a V8 error. */
const NO_TEXTS = new Set(["'Go to", "'This page", "'Unexpected token"]);

function wordsIn(file: string): string[] {
  const code = readFileSync(join(SOURCES, file), 'utf8').replaceAll(/\/\*\*?[\s\S]*?\*\//g, '');
  return (code.match(WORDS) ?? [])
    .filter((words) => !NO_TEXTS.has(words))
    .map((words) => `${file}:${words}`);
}

describe('texts of the console', () => {
  it('are in a file `texts.ts` of each page', () => {
    const pages = readdirSync(join(SOURCES, 'pages'));
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((page) => !existsSync(join(SOURCES, 'pages', page, 'texts.ts')))).toEqual(
      [],
    );
  });

  it('are not in other files', () => {
    const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .filter((file) => !/(?:^|\/)(?:texts|schema)\.ts$|\.spec\.ts$/.test(file));
    expect(wordsIn('pages/users/texts.ts')).not.toEqual([]); // shows that the search works
    expect(files.flatMap(wordsIn)).toEqual([]);
  });
});
