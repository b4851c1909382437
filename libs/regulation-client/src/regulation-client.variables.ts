import { address, integer, rpcVariables } from '@lethe/config';
import { z } from 'zod';

/**
 * The variables of an app that sends commands to the regulation service. Its schema takes
 * `checkRpcVariables` and `unavailableVariables` of `@lethe/config` as well.
 */
export const regulationClientVariables = {
  LETHE_REGULATION_ADDRESS: address().describe('The regulation service, as host:port.'),
  LETHE_REGULATION_SOCKETS: integer({ min: 1, max: 64 }, 4).describe(
    'Connections to the regulation service; a gateway opens as many again for each kind of large answers: lists, feeds of data planes, records of what was created.',
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
