import { setTimeout as sleep } from 'node:timers/promises';
import {
  assertSchemaUsable,
  OutdatedSchemaError,
  type DatabaseTarget,
  type SchemaDefinition,
} from '@lethe/database';
import { describeError, type Logger } from '@lethe/observability';

const RETRY_MS = 500;
const ATTEMPTS_PER_NOTICE = 20;

/**
 * Waits until somebody has migrated a schema: in a new installation all services start at once.
 *
 * @throws IncompatibleSchemaError when it was migrated by code newer than this may run with
 */
export async function waitForSchema(
  url: DatabaseTarget,
  schema: SchemaDefinition,
  logger: Logger,
  stopping: AbortSignal,
): Promise<void> {
  for (let attempt = 0; !stopping.aborted; attempt += 1) {
    try {
      await assertSchemaUsable(url, schema);
      return;
    } catch (error) {
      if (!(error instanceof OutdatedSchemaError)) throw error;
      if (attempt % ATTEMPTS_PER_NOTICE === 0) {
        logger.warn({ error: describeError(error) }, 'the schema is not there yet, waiting');
      }
      await sleep(RETRY_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
}
