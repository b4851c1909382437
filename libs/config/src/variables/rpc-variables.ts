import type { SecureContextOptions } from 'node:tls';
import { z } from 'zod';
import { checkTlsFiles, followTls } from '../files/tls-files.js';
import { fileOf, optionalText } from './kinds.js';

const TLS_FILES = ['LETHE_RPC_CA_FILE', 'LETHE_RPC_CERT_FILE', 'LETHE_RPC_KEY_FILE'] as const;
/** The minimum of 22 characters is the length of 128 random bits in base64. */
const KEY = /^[\x21-\x2b\x2d-\x7e]{22,512}$/;

/**
 * Variables with which the gateway and the regulation service authenticate each other. They can use
 * mutual TLS, a shared key, or both. Mutual TLS needs all three files.
 */
export const rpcVariables = {
  LETHE_RPC_SECRET: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine((keys) => keys.every((key) => KEY.test(key)), {
      message:
        'must have 22 to 512 characters, without spaces. Separate several keys with commas. "openssl rand -base64 32" creates a key',
    })
    .optional()
    .describe(
      'Key with which the gateway authenticates to the regulation service. Both need the same value. If there are several keys, separated by commas, the gateway sends the first, and the service accepts each.',
    ),
  LETHE_RPC_SECRET_FILE: fileOf('LETHE_RPC_SECRET'),
  LETHE_RPC_CA_FILE: optionalText(
    'Mutual TLS between gateway and regulation service: PEM file of the authority that signs the certificates of both.',
  ),
  LETHE_RPC_CERT_FILE: optionalText(
    'Mutual TLS between the services: PEM file of the certificate of this app.',
  ),
  LETHE_RPC_KEY_FILE: optionalText(
    'Mutual TLS between the services: PEM file of the private key of this certificate.',
  ),
};

export type RpcVariables = Readonly<z.infer<z.ZodObject<typeof rpcVariables>>>;

/** Refuses mutual TLS if only some of its three files are set, or if a file has wrong content. */
export function checkRpcVariables(config: RpcVariables, context: z.RefinementCtx): void {
  const given = TLS_FILES.filter((name) => config[name] !== undefined);
  const [first] = given;
  if (first === undefined) return;
  if (given.length < TLS_FILES.length) {
    const missing = TLS_FILES.filter((name) => !given.includes(name)).join(' and ');
    context.addIssue({ code: 'custom', path: [first], message: `needs ${missing} as well` });
    return;
  }
  const problem = checkTlsFiles(rpcFiles(config));
  if (problem === undefined) return;
  const path = [`LETHE_RPC_${problem.file.toUpperCase()}_FILE`];
  context.addIssue({ code: 'custom', path, message: problem.message });
}

/** Returns a function that returns the current certificates; undefined without mutual TLS. */
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
