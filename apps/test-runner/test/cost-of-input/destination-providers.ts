import { allDefinitions } from '@lethe/destination-definitions';
import { createNativeProvider } from '@lethe/destinations';
import { cost, list, type CostTable } from './entries.js';

const signal = new AbortController().signal;
const MESSAGE = { type: 'track', event: 'x', userId: 'u' };

/** What a provider makes of an event, on the thread that this test measures. Those in threads of their own have a clock instead. */
const webhook = (size: number) => ({
  message: { ...MESSAGE, properties: list(size, (n) => ({ [`n${n}`]: n })) },
  config: {
    webhookUrl: 'https://a.example',
    headers: list(size / 10, (n) => ({ from: `h${n}`, to: `v${n}` })),
  },
});

export const NATIVE: CostTable = {
  WEBHOOK: [
    cost(webhook, ({ message, config }) =>
      createNativeProvider().transform({
        ...{ workspaceId: 'ws', destinationType: 'WEBHOOK', message, config, signal },
      } as never),
    ),
  ],
};

/** Where work on an event of each kind of provider is done: a kind that works on the main thread needs an entry above. */
export const WHERE: Readonly<Record<string, 'main' | 'thread' | 'none'>> = {
  WEBHOOK: 'main',
  HTTP: 'thread',
  actions: 'thread',
  // Deletions only.
  REDIS: 'none',
  S3: 'none',
};

/** @returns the kinds of all types: native ones by their own name */
export function kindsOfProviders(): string[] {
  const kinds = allDefinitions().flatMap(({ name, provider }) =>
    provider === 'native' ? [name] : (provider ?? []),
  );
  return [...new Set<string>(kinds)].sort();
}
