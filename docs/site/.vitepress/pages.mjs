// Which Markdown files are pages, at which addresses, and in which order the side bar lists them.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

/** Groups of the side bar. A page in docs/ that no group lists fails the build. */
const GROUPS = [
  ['Start', ['README.md', 'docs/first-steps.md', 'docs/terms.md', 'CHANGELOG.md']],
  [
    'Use',
    [
      'docs/console.md',
      'docs/privacy.md',
      'docs/api.md',
      'docs/command-line.md',
      'docs/test-api.md',
      'docs/workspaces.md',
      'docs/user-ids.md',
      'docs/states.md',
      'docs/errors.md',
      'docs/limits.md',
    ],
  ],
  [
    'Enforce suppressions',
    [
      'docs/data-planes.md',
      'docs/event-filter.md',
      'docs/suppression-index.md',
      'docs/consuming-suppressions.md',
    ],
  ],
  ['Delete', ['docs/deletion.md', 'docs/destinations.md', ...pagesIn('docs/deletion')]],
  [
    'Operate',
    [
      'docs/operations.md',
      'docs/configuration.md',
      'docs/topics.md',
      'docs/kubernetes.md',
      'docs/sizing.md',
      'docs/secure-connections.md',
      'docs/backup.md',
      'docs/upgrading.md',
      'docs/monitoring.md',
      'docs/metrics.md',
      'docs/dashboard.md',
      'docs/tracing.md',
    ],
  ],
  ['Runbooks', pagesIn('docs/runbooks')],
  [
    'Inside Lethe',
    [
      'ARCHITECTURE.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'docs/testing.md',
      'docs/chaos.md',
      'docs/dependencies.md',
      'bench/README.md',
      'docs/performance.md',
      'libs/regulation-client/README.md',
      'libs/suppression-index/src/README.md',
      ...['apps/console', 'apps/deletion-worker', 'apps/event-filter', 'apps/test-runner'].map(
        (folder) => `${folder}/README.md`,
      ),
      ...['apps/gateway/src', 'apps/regulation/src'].flatMap((folder) =>
        foldersIn(folder)
          .filter((name) => namesIn(`${folder}/${name}`).includes('README.md'))
          .map((name) => `${folder}/${name}/README.md`),
      ),
    ],
  ],
  ['Decisions', pagesIn('docs/adr')],
];
/** Groups with many pages. They have a side bar of their own, and one link in the side bar of the other pages. */
const OWN_SIDEBAR = { Runbooks: '/runbooks/', Decisions: '/adr/' };

export const PAGES = GROUPS.flatMap(([, files]) => files);
const unlisted = ['docs', ...foldersIn('docs').map((name) => `docs/${name}`)]
  .flatMap(pagesIn)
  .filter((file) => !PAGES.includes(file));
if (unlisted.length > 0)
  throw new Error(
    `These pages are in no group of docs/site/.vitepress/pages.mjs: ${unlisted.join(', ')}`,
  );

/** Address of each page below /docs, by its file. */
export const rewrites = Object.fromEntries(PAGES.map((file) => [file, addressOf(file)]));

const ALL = GROUPS.map(([text, files]) => ({
  text,
  items: files.map((file) => ({ text: titleOf(file), link: linkOf(file) })),
}));
const MAIN = ALL.map(({ text, items }) =>
  text in OWN_SIDEBAR ? { text, link: items[0].link } : { text, items },
);

/** Side bar of VitePress, by the path of the page. */
export const sidebar = {
  ...Object.fromEntries(
    Object.entries(OWN_SIDEBAR).map(([name, path]) => [
      path,
      [{ text: 'All pages', link: '/' }, ...ALL.filter(({ text }) => text === name)],
    ]),
  ),
  '/': MAIN,
};

/** @returns the address of the page of this file, or of the first page in this folder; undefined when there is none */
export function pageAt(path) {
  const file = rewrites[path] ? path : PAGES.find((page) => page.startsWith(`${path}/`));
  return file && linkOf(file);
}

function linkOf(file) {
  return `/${rewrites[file].replace(/(?<![^/])index\.md$|\.md$/, '')}`;
}

function addressOf(file) {
  if (file === 'README.md') return 'index.md';
  if (file.startsWith('docs/')) return file.slice('docs/'.length);
  return file
    .toLowerCase()
    .replace(/\/(?:src\/)?readme\.md$/, '.md')
    .replaceAll('/src/', '/');
}

function titleOf(file) {
  const heading = readFileSync(`${REPOSITORY}/${file}`, 'utf8')
    .split('\n')
    .find((line) => line.startsWith('# '));
  if (heading === undefined) throw new Error(`${file} has no heading of level 1`);
  return heading.slice(2).replaceAll('`', '');
}

function pagesIn(folder) {
  return namesIn(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `${folder}/${name}`);
}

function namesIn(folder) {
  return readdirSync(`${REPOSITORY}/${folder}`);
}

function foldersIn(folder) {
  return readdirSync(`${REPOSITORY}/${folder}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['site', 'node_modules'].includes(entry.name))
    .map(({ name }) => name)
    .sort();
}
