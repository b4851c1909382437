import { copyFileSync, rmSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { licensesOf } from './licenses.mjs';
import {
  copyLinkedFiles,
  linkWithinSite,
  namedErrors,
  namedTerms,
  withoutComments,
  OTHER_FILES,
} from './links.mjs';
import { REPOSITORY, rewrites, sidebar } from './pages.mjs';
import { slugOf } from './slug.mjs';
import { scriptsInFiles } from './scripts.mjs';

/** The Markdown is outside this folder, where no vue is installed. The pages are rendered by a script inside it. */
const vueOfThisFolder = {
  name: 'vue-of-this-folder',
  enforce: 'pre',
  resolveId: (id, _importer, { ssr }) =>
    ssr && /^vue(?:$|\/)/.test(id) ? { id, external: true } : undefined,
};

/**
 * The search finds pages on the code by their headings only, and long tables by the names in their first column,
 * so that explanations come first.
 */
function searchable(source, env, md) {
  const html = md.render(source, env);
  const isOnTheCode = /\/(?:apps|libs|bench|adr)\/|\/(?:ARCHITECTURE|CONTRIBUTING)\.md$/.test(
    env.path,
  );
  const isTable = /\/docs\/(?:configuration|metrics|dashboard)\.md$/.test(env.path);
  const parts = isTable ? /<h\d[^]*?<\/h\d>|(?<=<tr>\s*)<td[^]*?<\/td>/g : /<h\d[^]*?<\/h\d>/g;
  return isOnTheCode || isTable ? (html.match(parts) ?? []).join('\n') : html;
}

/** The site that a gateway serves at /docs. Everything in it comes from the gateway: no CDN, no font, no search service. */
export default defineConfig({
  title: 'Lethe',
  description: 'Suppression and deletion of users in event pipelines: guides and reference.',
  base: '/docs/',
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: '/docs/favicon.svg' }]],
  srcDir: REPOSITORY,
  cacheDir: `${REPOSITORY}/.cache/docs-site`,
  srcExclude: OTHER_FILES,
  rewrites,
  metaChunk: true, // an inline script would need its own hash in the Content-Security-Policy
  ignoreDeadLinks: false,
  vite: { plugins: [licensesOf(), vueOfThisFolder] },
  transformHtml: scriptsInFiles,
  buildEnd: ({ outDir }) => {
    copyLinkedFiles(outDir);
    copyFileSync(`${REPOSITORY}/apps/console/src/favicon.svg`, `${outDir}/favicon.svg`);
    rmSync(`${outDir}/hashmap.json`); // for deployments that compare builds
  },
  markdown: {
    anchor: { slugify: slugOf },
    html: false, // a text such as <name> in Markdown is no element
    config(md) {
      md.use(withoutComments).use(linkWithinSite).use(namedTerms).use(namedErrors);
    },
  },
  themeConfig: {
    search: {
      provider: 'local',
      options: { detailedView: true, _render: searchable },
    },
    nav: [
      { text: 'First steps', link: '/first-steps' },
      { text: 'Terms', link: '/terms' },
    ],
    sidebar,
    outline: [2, 3],
    notFound: {
      title: 'Page not found',
      quote:
        'The guides have no page at this address. Use the search, or begin with the first page.',
      linkText: 'First page',
    },
  },
});
