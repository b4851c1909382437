import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const site = '../../docs/site/.vitepress';
const { PAGES } = (await import(`${site}/pages.mjs`)) as { PAGES: string[] };
const { slugOf } = (await import(`${site}/slug.mjs`)) as { slugOf: (heading: string) => string };

/** Returns the lines of a page outside code blocks. */
function linesOf(file: string): string[] {
  let isCode = false;
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .filter((line) => {
      const isFence = line.trimStart().startsWith('```');
      if (isFence) isCode = !isCode;
      return !isCode && !isFence;
    });
}

function anchorsOf(file: string): Set<string> {
  const anchors = new Set<string>();
  for (const line of linesOf(file)) {
    const [, heading] = /^#+ (.*)/.exec(line) ?? [];
    if (heading === undefined) continue;
    const slug = slugOf(heading.replaceAll(/\]\([^)]*\)/g, ']'));
    const again = [...anchors].filter((one) => one.replace(/-\d+$/, '') === slug).length;
    anchors.add(again === 0 ? slug : `${slug}-${again}`);
  }
  return anchors;
}

/** Returns the links of a page to a missing file or heading. */
function deadLinksOf(file: string): string[] {
  return linesOf(file)
    .flatMap((line) => [...line.matchAll(/\]\(([^)\s]+)\)/g)])
    .map(([, href = '']) => href)
    .filter((href) => !/^[a-z]+:/.test(href))
    .filter((href) => {
      const [path = '', anchor] = href.split('#');
      const target = path === '' ? file : posix.join(posix.dirname(file), path);
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchorsOf(target).has(anchor);
    })
    .map((href) => `${file}: ${href}`);
}

it('has only links to existing files and headings on each page', () => {
  expect(PAGES.length).toBeGreaterThan(80);
  expect(PAGES.flatMap(deadLinksOf)).toEqual([]);
});
