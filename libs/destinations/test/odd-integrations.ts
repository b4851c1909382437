import type { JsonObject } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';
import { fileURLToPath } from 'node:url';
import {
  createActionsProvider,
  type ActionsProviderOptions,
  type ActionsType,
} from '../src/actions/actions-provider.js';
import type { DestinationProvider, TransformInput } from '../src/destination-provider.js';

const BASE = findDefinition('NOOP')!;

/**
 * Returns a provider for the integrations in `fixtures/odd-integrations.cjs`. The destination type
 * is the name of a behaviour in that file.
 */
export function createOddProvider(options: ActionsProviderOptions = {}): DestinationProvider {
  return createActionsProvider({
    threadsPerOwner: 1,
    manifestPath: fileURLToPath(new URL('./fixtures/odd-integrations.cjs', import.meta.url)),
    find: oddType,
    ...options,
  });
}

function oddType(type: string): ActionsType {
  const presets = ['Act', 'Act again'].map((name, index) => ({
    name,
    action: 'act',
    subscribe: 'type = "track"',
    enabled: index === 0,
  }));
  return { slug: type, definition: { ...BASE, name: type.toUpperCase(), presets } };
}

export function oddRun(
  destinationType: string,
  given: {
    readonly config?: JsonObject;
    readonly event?: string;
    readonly signal?: AbortSignal;
  } = {},
): TransformInput {
  return {
    workspaceId: 'ws_test',
    destinationId: 'dst_test',
    destinationType,
    config: given.config ?? {},
    message: { type: 'track', event: given.event ?? 'Tested', userId: 'user-1' },
    signal: given.signal ?? AbortSignal.timeout(60_000),
  };
}
