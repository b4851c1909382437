import type {
  ConnectionMode,
  DestinationDefinition,
} from '../definition/destination-definition.js';
import { deletionConfigProblems } from './deletion-config.js';
import { findDefinition } from '../registry.js';

/** Maximum calls per second to a destination if the definition has no `requestsPerSecond`. */
export const DEFAULT_CALLS_PER_SECOND = 10;

/**
 * Variables that a deletion needs at destinations of a type. For types that are not listed, a
 * deletion needs the variables that are `required` in the definition.
 */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  WEBHOOK: ['deletionUrl'],
  REDIS: ['address'],
  // The access key is not listed, because a data plane can have the key in its environment.
  S3: ['bucketName'],
  KAFKA: ['hostName', 'topic'],
  POSTGRES: ['host', 'database', 'user', 'deletionTables'],
  // Without `apiToken`, the integration deletes nothing and reports no error.
  MAGELLAN_AI: ['pixelToken', 'apiToken'],
};

/**
 * Returns the reason why Lethe cannot delete users at a destination.
 *
 * @param type type of the destination, such as `WEBHOOK`
 * @param config stored configuration of the destination
 * @param connectionMode connection mode of the destination; only `cloud` is possible
 * @returns end of a sentence that begins with the destination, without configured values; undefined
 *   if deletions are possible
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
 * Returns whether a user has an identifier by which a destination can find the user.
 *
 * @param definition definition of the destination's type
 * @param userAttributes `userId` and further identifiers
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

/** Returns whether a variable has a value. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null;
}
