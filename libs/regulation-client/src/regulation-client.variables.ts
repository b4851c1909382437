import { address, integer, rpcVariables } from '@lethe/config';
import { z } from 'zod';

/**
 * Variables of an app that sends commands to the regulation service. The schema of the app also
 * needs `checkRpcVariables` and `unavailableVariables` of `@lethe/config`.
 */
export const regulationClientVariables = {
  LETHE_REGULATION_ADDRESS: address().describe('Address of the regulation service, host:port.'),
  LETHE_REGULATION_SOCKETS: integer({ min: 1, max: 64 }, 4).describe(
    'Number of connections to the regulation service. A gateway opens the same number again for each kind of large answer: lists, feeds of data planes, records of created regulations.',
  ),
  ...rpcVariables,
  LETHE_RPC_SERVER_NAME: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Name that the certificate of the regulation service must hold. Default: the host of LETHE_REGULATION_ADDRESS.',
    ),
};

export type RegulationClientVariables = Readonly<
  z.infer<z.ZodObject<typeof regulationClientVariables>>
>;
