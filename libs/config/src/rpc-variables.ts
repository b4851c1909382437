import type { SecureContextOptions } from 'node:tls';
import { z } from 'zod';
import { checkTlsFiles, followTls } from './tls-files.js';

/** Mutual TLS between the gateway and the regulation service: all three, or none. */
export const rpcVariables = {
  LETHE_RPC_CA_FILE: z
    .string()
    .optional()
    .describe(
      'Mutual TLS between gateway and regulation service: PEM file of the authority that signs the certificates of both.',
    ),
  LETHE_RPC_CERT_FILE: z
    .string()
    .optional()
    .describe('Mutual TLS between the services: PEM file of our certificate.'),
  LETHE_RPC_KEY_FILE: z
    .string()
    .optional()
    .describe('Mutual TLS between the services: PEM file of the private key of our certificate.'),
};

export type RpcVariables = Readonly<z.infer<z.ZodObject<typeof rpcVariables>>>;

/** Refuses one or two of the three, and files that are not what they should be. */
export function checkRpcVariables(config: RpcVariables, context: z.RefinementCtx): void {
  const names = Object.keys(rpcVariables) as (keyof RpcVariables)[];
  const given = names.filter((name) => config[name] !== undefined);
  const [first] = given;
  if (first === undefined) return;
  if (given.length < names.length) {
    const missing = names.filter((name) => !given.includes(name)).join(' and ');
    context.addIssue({ code: 'custom', path: [first], message: `needs ${missing} as well` });
    return;
  }
  const problem = checkTlsFiles(rpcFiles(config));
  if (problem === undefined) return;
  const path = [`LETHE_RPC_${problem.file.toUpperCase()}_FILE`];
  context.addIssue({ code: 'custom', path, message: problem.message });
}

/** @returns gives the present certificates; undefined without mutual TLS */
export function rpcTls(config: RpcVariables): (() => SecureContextOptions) | undefined {
  return config.LETHE_RPC_CA_FILE === undefined ? undefined : followTls(rpcFiles(config));
}

function rpcFiles(config: RpcVariables) {
  return {
    ca: config.LETHE_RPC_CA_FILE,
    cert: config.LETHE_RPC_CERT_FILE,
    key: config.LETHE_RPC_KEY_FILE,
  };
}
