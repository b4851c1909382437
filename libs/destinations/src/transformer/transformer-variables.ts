import { z } from 'zod';

/** Variable of every app that calls a transformer. */
export const transformerVariables = {
  LETHE_TRANSFORMER_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL like http://transformer:9090' })
    .optional()
    .describe('URL of your own transformer, a server for further destination types.'),
};
