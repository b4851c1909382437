import { z } from 'zod';

/** The variable of an app that asks the operator's transformer. */
export const transformerVariables = {
  LETHE_TRANSFORMER_URL: z
    .url({ protocol: /^https?$/, error: 'must be a URL like http://transformer:9090' })
    .optional()
    .describe('A transformer of your own that serves further destination types.'),
};
