import { createDeletionProviders } from '@lethe/deletion-providers';
import { DEFAULT_CALLS_PER_SECOND, findDefinition } from '@lethe/destination-definitions';
import {
  createActionsDeletion,
  createTransformerDeletion,
  type DeletionProvider,
} from '@lethe/destinations';
import { createEgress } from '@lethe/egress';
import type { DeletionWorkerSettings } from './deletion-worker.config.js';

/** Deletion providers by type of destination. */
export interface Providers {
  of(type: string): DeletionProvider | undefined;
  /** Closes threads and connections. Call it only after the last leased job has ended. */
  close(): Promise<void>;
}

/** Opens the providers of all types. Threads and connections open on demand. */
export function openProviders(config: DeletionWorkerSettings): Providers {
  const allow = config.LETHE_DELIVERY_ALLOW;
  const url = config.LETHE_TRANSFORMER_URL;
  const egress = createEgress({ allow });
  const byType = createDeletionProviders({ allow });
  const byName = {
    actions: createActionsDeletion({ egress }),
    transformer: createTransformerDeletion(url === undefined ? {} : { url }),
  };
  return {
    of: (type) => {
      if (Object.hasOwn(byType, type)) return byType[type];
      const name = findDefinition(type)?.provider;
      return name === undefined || name === 'native' ? undefined : byName[name];
    },
    close: async () => {
      const all = [...Object.values(byType), ...Object.values(byName)];
      await Promise.allSettled(all.map((provider) => provider.close()));
      await egress.close();
    },
  };
}

/** Returns the allowed calls per second to one destination of this type. */
export function rateOf(type: string): number {
  const rate =
    findDefinition(type)?.capabilities.deletion.requestsPerSecond ?? DEFAULT_CALLS_PER_SECOND;
  return rate > 0 ? rate : DEFAULT_CALLS_PER_SECOND;
}
