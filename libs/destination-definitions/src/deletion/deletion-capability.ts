import type {
  ConnectionMode,
  DestinationDefinition,
} from '../definition/destination-definition.js';
import { deletionConfigProblems } from './deletion-config.js';
import { findDefinition } from '../registry.js';

/** Calls of a deletion per second where the definition states no `requestsPerSecond`. */
export const DEFAULT_CALLS_PER_SECOND = 10;

/**
 * Variables without which nobody would know where to delete; of other types, those that they require
 * for everything.
 */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  WEBHOOK: ['deletionUrl'],
  REDIS: ['address'],
  // A data plane may have the bucket's keys from its surroundings.
  S3: ['bucketName'],
  KAFKA: ['hostName', 'topic'],
  POSTGRES: ['host', 'database', 'user', 'deletionTables'],
  // Without the token the integration deletes nothing, and does not say so.
  MAGELLAN_AI: ['pixelToken', 'apiToken'],
};

/**
 * Why users can't be deleted at a destination.
 *
 * @param type of the destination, e.g. `WEBHOOK`
 * @param config as stored
 * @param connectionMode regulations apply to cloud mode only
 * @returns a sentence for the caller, without any value of the configuration; `undefined` when
 *   deletion is possible
 */
export function deletionRefusal(
  type: string,
  config: Readonly<Record<string, unknown>>,
  connectionMode: ConnectionMode,
): string | undefined {
  if (connectionMode !== 'cloud') {
    return `runs in ${connectionMode} mode; users can be deleted in cloud mode only`;
  }
  const definition = findDefinition(type);
  if (definition?.capabilities.deletion.supported !== true) {
    return `is of type ${type}, which does not support deletion`;
  }
  const missing = (NEEDED[type] ?? requiredVariables(definition)).filter(
    (name) => !isFilled(config[name]),
  );
  if (missing.length > 0) {
    return `cannot delete users: ${missing.join(', ')} is missing in its configuration`;
  }
  const [wrong] = deletionConfigProblems(type, config, 'order');
  if (wrong === undefined) return undefined;
  return `cannot delete users: ${wrong.name} ${wrong.problem}`;
}

/**
 * Whether a destination can use any identifier of a user.
 *
 * @param definition of the destination's type
 * @param userAttributes the user as given: `userId`, and what came beside it
 */
export function canDelete(
  definition: DestinationDefinition,
  userAttributes: Readonly<Record<string, unknown>>,
): boolean {
  const { supported, identifiers = ['userId'] } = definition.capabilities.deletion;
  return (
    supported &&
    identifiers.some(
      (name) => Object.hasOwn(userAttributes, name) && isFilled(userAttributes[name]),
    )
  );
}

function requiredVariables({ config }: DestinationDefinition): readonly string[] {
  return Object.entries(config.fields).flatMap(([name, { required }]) => (required ? [name] : []));
}

function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null;
}
