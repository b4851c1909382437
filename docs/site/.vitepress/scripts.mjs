// The gateway's Content-Security-Policy allows scripts from files only. VitePress writes two short ones into each page.
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @returns the page with each inline script replaced by a script of its own file */
export function scriptsInFiles(html, _file, { siteConfig }) {
  return html.replaceAll(
    /<script((?:(?!src=)[^>])*)>([^]+?)<\/script>/g,
    (_all, attributes, code) => {
      const name = `assets/${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
      const place = join(siteConfig.outDir, name);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, code);
      return `<script${attributes} src="${siteConfig.site.base}${name}"></script>`;
    },
  );
}
