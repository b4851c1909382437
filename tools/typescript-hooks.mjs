import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';
import { SWC_OPTIONS } from './swc-options.mjs';

/** Resolves `./x.js` to `./x.ts` if a TypeScript file imports it. */
export async function resolve(specifier, context, nextResolve) {
  const isOurs = context.parentURL?.endsWith('.ts') && /^\.{1,2}\/.+\.js$/.test(specifier);
  return nextResolve(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export async function load(url, context, nextLoad) {
  if (!url.endsWith('.ts')) return nextLoad(url, context);
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    ...SWC_OPTIONS,
    filename,
    sourceMaps: 'inline',
  });
  return { format: 'module', source: code, shortCircuit: true };
}
