import { join } from 'node:path';
import { SecretBox } from '@lethe/catalog';
import { loadSecretKey, parseSecretKeys } from '@lethe/config';
import type { CommandContext } from './command-context.js';
import { databaseConfig } from './cli.config.js';

/**
 * Opens the box for stored secrets with `LETHE_SECRET_KEY`. If the variable is not set, uses the
 * key of the Lethe in this folder.
 *
 * @returns undefined if there is no key
 * @throws ConfigError if a key is malformed
 */
export async function openSecretBox({
  environment,
}: CommandContext): Promise<SecretBox | undefined> {
  const config = databaseConfig(environment);
  const kept = await loadSecretKey(join(config.LETHE_DATA_DIR, 'secret-key'));
  const keys = config.LETHE_SECRET_KEY ?? parseSecretKeys(kept ?? '');
  return keys === undefined ? undefined : new SecretBox(keys);
}
