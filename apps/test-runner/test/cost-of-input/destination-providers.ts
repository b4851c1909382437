import { allDefinitions } from '@lethe/destination-definitions';
import { createNativeProvider } from '@lethe/destinations';
import { cost, list, type CostTable } from './entries.js';

const signal = new AbortController().signal;
const MESSAGE = { type: 'track', event: 'x', userId: 'u' };

/**
 * Input for a provider on the main thread. Providers in other threads have a time limit and need no
 * entry.
 */
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

/** Thread of each kind of provider. A kind on the main thread needs an entry above. */
export const WHERE: Readonly<Record<string, 'main' | 'thread' | 'none'>> = {
  WEBHOOK: 'main',
  HTTP: 'thread',
  actions: 'thread',
  // These providers only delete.
  REDIS: 'none',
  S3: 'none',
};

/**
 * @returns kinds of the providers of all types; the kind of a native provider is the name of its
 * type
 */
export function kindsOfProviders(): string[] {
  const kinds = allDefinitions().flatMap(({ name, provider }) =>
    provider === 'native' ? [name] : (provider ?? []),
  );
  return [...new Set<string>(kinds)].sort();
}
