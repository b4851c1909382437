import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Declared {
  readonly name: string;
  readonly type: string;
  readonly labelNames: readonly string[];
}

const page = new URL('../../../tools/metrics-page.mjs', import.meta.url).href;
const SCRIPT = `
  const { declaredMetrics } = await import(${JSON.stringify(page)});
  const all = Object.values(declaredMetrics(() => true)).flat();
  console.log(JSON.stringify(all.map(({ name, type, labelNames }) => ({ name, type, labelNames }))));
  process.exit();`;

/**
 * Returns the labels of each series of all apps. Like docs/metrics.md, they come from the built
 * code.
 */
export function declaredSeries(): Map<string, readonly string[]> {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    encoding: 'utf8',
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
  });
  const series = new Map<string, readonly string[]>();
  for (const { name, type, labelNames } of JSON.parse(printed) as Declared[]) {
    if (type !== 'histogram') {
      series.set(name, labelNames);
      continue;
    }
    series.set(`${name}_bucket`, [...labelNames, 'le']);
    for (const part of ['_count', '_sum']) series.set(name + part, labelNames);
  }
  return series;
}
