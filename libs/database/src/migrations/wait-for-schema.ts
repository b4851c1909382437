import { retryUntilDone } from '@lethe/resilience';
import type { DatabaseTarget } from '../connection/client-config.js';
import {
  assertSchemaUsable,
  OutdatedSchemaError,
  type SchemaDefinition,
} from './migrate-schema.js';

const RETRY_MS = 500;
const ATTEMPTS_PER_NOTICE = 20;

/**
 * Waits until another process has migrated a schema, because in a new installation all services
 * start at the same time.
 *
 * @param onOutdated called at the first poll that finds the schema outdated, then at most every ten
 *   seconds
 * @param signal ends the wait; the schema is possibly still outdated
 * @throws IncompatibleSchemaError like `assertMigratable`; an error of the connection
 */
export async function waitForSchema(
  url: DatabaseTarget,
  schema: SchemaDefinition,
  onOutdated: (error: unknown) => void,
  signal: AbortSignal,
): Promise<void> {
  await retryUntilDone(() => assertSchemaUsable(url, schema), {
    signal,
    pauseMs: RETRY_MS,
    isWorthRetrying: (error) => error instanceof OutdatedSchemaError,
    onFailure: (error, attempt) => {
      if (attempt % ATTEMPTS_PER_NOTICE === 1) onOutdated(error);
    },
  });
}
