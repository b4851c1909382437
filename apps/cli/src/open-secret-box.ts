import { join } from 'node:path';
import { SecretBox } from '@lethe/catalog';
import { loadSecretKey, parseSecretKeys } from '@lethe/config';
import type { CommandContext } from './command-context.js';
import { databaseConfig } from './cli.config.js';

/**
 * Opens and seals stored secrets: with `LETHE_SECRET_KEY`, or the key that a Lethe in this folder
 * keeps.
 *
 * @returns `undefined` when there is neither
 * @throws ConfigError for a malformed key
 */
export async function openSecretBox({
  environment,
}: CommandContext): Promise<SecretBox | undefined> {
  const config = databaseConfig(environment);
  const kept = await loadSecretKey(join(config.LETHE_DATA_DIR, 'secret-key'));
  const keys = config.LETHE_SECRET_KEY ?? parseSecretKeys(kept ?? '');
  return keys === undefined ? undefined : new SecretBox(keys);
}
