// Bundles type declarations into one file.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { installPackages } from './own-packages.mjs';

/** Packages whose declarations are copied into the file. */
const OURS = /^@lethe\//;

/**
 * Writes the declarations that a file of declarations exports, with those of our other packages that
 * it uses.
 *
 * @param input file of declarations, a result of tools/check-types.mjs
 * @param target file to write, of the same name; it imports no package of ours
 * @throws Error if a declaration is missing, or if the result imports a package of ours
 */
export async function bundleTypes(input, target) {
  const modules = installPackages('tools/types');
  const load = (name) => {
    const path = createRequire(join(modules, '../package.json')).resolve(name);
    return import(pathToFileURL(path).href);
  };
  const { rolldown } = await load('rolldown');
  const { dts } = await load('rolldown-plugin-dts');
  const bundle = await rolldown({
    input,
    plugins: [dts({ dtsInput: true, tsconfig: false, resolve: [OURS] })],
    checks: { bundlerTimings: false }, // its warning of slow plugins comes on a busy machine
    onLog(level, { message }) {
      if (level === 'warn') throw new Error(`${input}: ${message}`);
    },
  });
  const { output } = await bundle.write({ dir: dirname(target), format: 'es' });
  await bundle.close();
  const left = output.flatMap(({ imports }) => imports).filter((name) => OURS.test(name));
  if (left.length > 0) throw new Error(`${target} still imports ${left.join(', ')}`);
}
