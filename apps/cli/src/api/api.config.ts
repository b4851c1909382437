import { loadConfig, type Environment } from '@lethe/config';
import { urlOf } from '@lethe/contracts';
import { z } from 'zod';

const API_URL =
  'must be a URL like https://lethe.example.com, without user name, query and fragment';

export const apiConfigSchema = z.object({
  LETHE_URL: z
    .string()
    .refine(isApiUrl, API_URL)
    .optional()
    .describe(
      'Address of the API. Default: the address of the Lethe that runs in this folder, otherwise `http://127.0.0.1:8080`.',
    ),
  LETHE_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'must be a token: one line, without spaces')
    .optional()
    .describe(
      'Token for the API; it belongs to one workspace. Default, if `LETHE_URL` is not set either: the demo token of the Lethe that runs in this folder.',
    ),
  LETHE_TOKEN_FILE: z
    .string()
    .optional()
    .describe('File that contains the token. Use it instead of `LETHE_TOKEN`.'),
  LETHE_DATA_DIR: z
    .string()
    .default('.lethe')
    .describe('Data folder of Lethe. Commands find its address and its demo token there.'),
});

export type ApiConfig = z.infer<typeof apiConfigSchema>;

/** @throws ConfigError */
export function apiConfig(environment: Environment): ApiConfig {
  return loadConfig(apiConfigSchema, environment);
}

function isApiUrl(text: string): boolean {
  const url = urlOf(text);
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) return false;
  return url.username + url.password + url.search + url.hash === '';
}
