import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Labels } from './manifest.js';
import { promtool } from './prometheus.js';

/** A step of a PodMonitor's `relabelings`. */
export type Relabeling = Readonly<Record<string, unknown>>;

export interface FoundPod {
  readonly name: string;
  readonly labels: Labels;
}

/** @returns the labels of each pod's series after relabelling, in the order of the pods */
export function scrapedLabels(
  pods: readonly FoundPod[],
  relabelings: readonly Relabeling[],
): Labels[] {
  const folder = mkdtempSync(join(tmpdir(), 'lethe-scraped-'));
  const file = join(folder, 'prometheus.yml');
  const scrape = {
    job_name: 'pods',
    static_configs: pods.map((pod, n) => ({ targets: [`pod-${n}:1`], labels: metaOf(pod) })),
    // The Prometheus Operator writes the keys in snake_case, too.
    relabel_configs: relabelings.map((step) => renamed(step, snakeCase)),
  };
  try {
    writeFileSync(file, JSON.stringify({ scrape_configs: [scrape] }));
    const { status, output } = promtool(
      ...['check', 'service-discovery', '--timeout=1s', file, 'pods'],
    );
    if (status !== 0) throw new Error(output);
    const found = JSON.parse(output) as { labels: Labels }[];
    return pods.map((_, n) => {
      const own = found.find(({ labels }) => labels.__address__ === `pod-${n}:1`);
      const series = Object.entries(own?.labels ?? {}).filter(([name]) => !name.startsWith('__'));
      return Object.fromEntries(series);
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the labels of a pod before relabelling. */
function metaOf({ name, labels }: FoundPod): Labels {
  const label = (key: string) =>
    `__meta_kubernetes_pod_label_${key.replaceAll(/[^a-zA-Z0-9_]/g, '_')}`;
  return { ...renamed(labels, label), __meta_kubernetes_pod_name: name };
}

function renamed<T>(values: Readonly<Record<string, T>>, to: (key: string) => string) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [to(key), value]));
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
