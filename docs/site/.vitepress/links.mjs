// Links of the Markdown are relative to files of the repository. Here they become links of the site.
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { pageAt, REPOSITORY, rewrites } from './pages.mjs';

/** Folders without pages. */
export const OTHER_FILES = ['**/node_modules/**', '**/dist/**', '.*/**', 'docs/site/**'];

/** The README shows where `npm start` listens. In the site it is the address of the page itself. */
const OWN_ADDRESS = /^http:\/\/127\.0\.0\.1:8080(?=\/)/;

/** Files of docs/ that a page links to and that are no pages. */
const linked = new Set();

/** The first lines of generated pages have a comment. HTML is off, so it would be shown. */
export function withoutComments(md) {
  md.core.ruler.before('normalize', 'without-comments', (state) => {
    state.src = state.src.replaceAll(/^<!--.*-->$/gm, '');
  });
}

/** Links to a page lead to its address. Links to another file of docs/ download it. Other files are in the repository only, so their link becomes text. `deploy/test/links.spec.ts` finds dead links. */
export function linkWithinSite(md) {
  md.core.ruler.push('links-within-site', ({ tokens, env }) => {
    const file = relative(REPOSITORY, env.realPath ?? env.path);
    for (const { children } of tokens) {
      const open = [];
      for (const token of children ?? []) {
        if (token.type === 'link_open') {
          open.push(token);
          follow(token, file);
        } else if (token.type === 'link_close' && open.pop()?.tag === 'span') token.tag = 'span';
      }
    }
  });
}

function follow(token, file) {
  const href = token.attrGet('href').replace(OWN_ADDRESS, '');
  if (href !== token.attrGet('href')) {
    token.attrSet('href', href);
    return token.attrSet('target', '_self');
  }
  if (/^[a-z][a-z\d+.-]*:|^#|^\//i.test(href)) return;
  const [path, anchor] = href.split('#');
  const target = posix.join(posix.dirname(file), path).replace(/\/$/, '');
  const page = pageAt(target);
  if (page !== undefined) return token.attrSet('href', anchor ? `${page}#${anchor}` : page);
  if (target.startsWith('docs/') && posix.extname(target) !== '') {
    const path = target.slice('docs/'.length);
    linked.add(path);
    token.attrSet('href', `/docs/${path}`);
    token.attrSet('target', '_self'); // otherwise the script of the site looks for a page
    return token.attrSet('download', '');
  }
  token.tag = 'span';
  token.attrs = [['title', `In the repository: ${target}`]];
}

/** Call it when the output folder is complete, as a build empties it first. */
export function copyLinkedFiles(outDir) {
  for (const path of linked) {
    mkdirSync(dirname(join(outDir, path)), { recursive: true });
    copyFileSync(join(REPOSITORY, 'docs', path), join(outDir, path));
  }
}

/** Gives each item of a list that begins with a bold word an id, so that the console can link to a term: terms#deletion-job. */
export function namedTerms(md) {
  md.core.ruler.push('named-terms', ({ tokens, env }) => {
    if (rewrites[relative(REPOSITORY, env.realPath ?? env.path)] !== 'terms.md') return;
    tokens.forEach((token, index) => {
      const [first, bold] =
        tokens[index + 2]?.children?.filter(
          ({ content, type }) => content !== '' || type !== 'text',
        ) ?? [];
      if (token.type !== 'list_item_open' || first?.type !== 'strong_open') return;
      token.attrSet('id', bold.content.toLowerCase().replaceAll(/[^a-z\d]+/g, '-'));
    });
  });
}

/** Gives each row of the table of error codes the code as its id, to which answers and other pages link. */
export function namedErrors(md) {
  md.core.ruler.push('named-errors', ({ tokens, env }) => {
    if (rewrites[relative(REPOSITORY, env.realPath ?? env.path)] !== 'errors.md') return;
    tokens.forEach((token, index) => {
      const [first] = tokens[index + 2]?.children ?? [];
      if (token.type === 'tr_open' && first?.type === 'code_inline')
        token.attrSet('id', first.content);
    });
  });
}
