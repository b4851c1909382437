import { readAddress } from '@lethe/config';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apiConfig, type ApiConfig } from '../cli.config.js';
import { CommandFailure, type CommandContext } from '../command-context.js';
import { ApiClient } from './api-client.js';

const DEFAULT_URL = 'http://127.0.0.1:8080';

/**
 * The API, with the token of the environment. From here on Ctrl-C ends the request under way.
 *
 * @throws ConfigError; CommandFailure when there is no token
 */
export async function connectApi(context: CommandContext): Promise<ApiClient> {
  const config = apiConfig(context.environment);
  return new ApiClient({
    url: (config.LETHE_URL ?? readAddress(config.LETHE_DATA_DIR) ?? DEFAULT_URL).replace(
      /\/+$/,
      '',
    ),
    token: config.LETHE_TOKEN ?? (await demoToken(config)),
    signal: context.untilInterrupted(),
    note: context.note,
  });
}

/** Of a Lethe in this folder; never sent to an address that somebody chose. */
async function demoToken({ LETHE_URL, LETHE_DATA_DIR }: ApiConfig): Promise<string> {
  const file = join(LETHE_DATA_DIR, 'demo-token');
  const text = LETHE_URL === undefined ? await readFile(file, 'utf8').catch(() => '') : '';
  if (text.trim() !== '') return text.trim();
  throw new CommandFailure(
    'There is no token. Set LETHE_TOKEN or LETHE_TOKEN_FILE; "lethe token create" makes one.',
  );
}
