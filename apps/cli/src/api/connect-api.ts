import { readAddress } from '@lethe/config';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CommandFailure, type CommandContext } from '../command-context.js';
import { apiConfig, type ApiConfig } from './api.config.js';
import { ApiClient } from './api-client.js';

const DEFAULT_URL = 'http://127.0.0.1:8080';

/**
 * Creates a client of the API with the token of the environment. After this call, Ctrl-C ends the
 * current request.
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

/**
 * Reads the token of a Lethe in this folder. This token is never sent to the address in LETHE_URL.
 */
async function demoToken({ LETHE_URL, LETHE_DATA_DIR }: ApiConfig): Promise<string> {
  const file = join(LETHE_DATA_DIR, 'demo-token');
  const text = LETHE_URL === undefined ? await readFile(file, 'utf8').catch(() => '') : '';
  if (text.trim() !== '') return text.trim();
  throw new CommandFailure(
    'There is no token. Set LETHE_TOKEN or LETHE_TOKEN_FILE. An owner of the workspace creates tokens in the console, an operator with "lethe token create".',
  );
}
