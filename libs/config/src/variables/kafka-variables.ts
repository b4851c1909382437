import type { ConnectionOptions } from 'node:tls';
import { z } from 'zod';
import { followSecret } from '../files/followed-file.js';
import { checkTlsFiles, followTls } from '../files/tls-files.js';
import { addresses, flag, optionalText, topicPrefix } from './kinds.js';

const MECHANISMS = ['plain', 'scram-sha-256', 'scram-sha-512'] as const;

/** Variables of the connection to Kafka. They are the same in all apps. */
export const kafkaVariables = {
  LETHE_KAFKA_TLS: flag(false).describe('Whether to connect to Kafka over TLS.'),
  LETHE_KAFKA_CA_FILE: optionalText(
    "PEM file of the authorities that sign Kafka's certificates. Default: the authorities that Node trusts.",
  ),
  LETHE_KAFKA_CERT_FILE: optionalText(
    'PEM file of the client certificate with which Lethe connects to Kafka.',
  ),
  LETHE_KAFKA_KEY_FILE: optionalText('PEM file of the private key of LETHE_KAFKA_CERT_FILE.'),
  LETHE_KAFKA_SASL_MECHANISM: z
    .enum(MECHANISMS, `must be ${MECHANISMS.join(', ')}`)
    .optional()
    .describe(
      `SASL mechanism for the login to Kafka: ${MECHANISMS.join(', ')}. Default: no login.`,
    ),
  LETHE_KAFKA_USERNAME: optionalText('User name for the login to Kafka.'),
  LETHE_KAFKA_PASSWORD: optionalText('Password for the login to Kafka.'),
  LETHE_KAFKA_PASSWORD_FILE: optionalText(
    'File that contains the password. It is read again for each connection.',
  ),
};

/** Variables of a service that uses Lethe's topics in Kafka. */
export const topicVariables = {
  KAFKA_BROKERS: addresses().describe('Kafka bootstrap brokers, host:port[,host:port…].'),
  ...kafkaVariables,
  LETHE_TOPIC_PREFIX: topicPrefix(),
  LETHE_CREATE_TOPICS: flag(true).describe('Create missing topics at the start.'),
};

export type KafkaVariables = Readonly<z.infer<z.ZodObject<typeof kafkaVariables>>>;

/** Connection options for `createKafka` of `@lethe/messaging`. */
export interface KafkaSecurity {
  readonly tls?: () => ConnectionOptions;
  readonly sasl?: {
    readonly mechanism: (typeof MECHANISMS)[number];
    readonly username: string;
    readonly password: () => string;
  };
}

const VARIABLES = {
  ca: 'LETHE_KAFKA_CA_FILE',
  cert: 'LETHE_KAFKA_CERT_FILE',
  key: 'LETHE_KAFKA_KEY_FILE',
} as const;

function filesOf(config: KafkaVariables) {
  return {
    ca: config.LETHE_KAFKA_CA_FILE,
    cert: config.LETHE_KAFKA_CERT_FILE,
    key: config.LETHE_KAFKA_KEY_FILE,
  };
}

/** Refuses variables that conflict or are incomplete, and files with the wrong content. */
export function checkKafkaVariables(config: KafkaVariables, context: z.RefinementCtx): void {
  const refuse = (name: keyof KafkaVariables, message: string): void => {
    context.addIssue({ code: 'custom', path: [name], message });
  };
  const files = filesOf(config);
  const { cert, key } = files;
  if (!config.LETHE_KAFKA_TLS) {
    for (const name of ['ca', 'cert', 'key'] as const) {
      if (files[name] !== undefined) refuse(VARIABLES[name], 'needs LETHE_KAFKA_TLS=true');
    }
  }
  if (cert !== undefined && key === undefined)
    refuse(VARIABLES.cert, 'needs LETHE_KAFKA_KEY_FILE as well');
  if (key !== undefined && cert === undefined)
    refuse(VARIABLES.key, 'needs LETHE_KAFKA_CERT_FILE as well');
  const problem = checkTlsFiles((cert === undefined) === (key === undefined) ? files : {});
  if (problem !== undefined) refuse(VARIABLES[problem.file], problem.message);

  const { LETHE_KAFKA_USERNAME: username, LETHE_KAFKA_PASSWORD: password } = config;
  if (config.LETHE_KAFKA_SASL_MECHANISM === undefined) {
    const message = 'needs LETHE_KAFKA_SASL_MECHANISM as well';
    if (username !== undefined) refuse('LETHE_KAFKA_USERNAME', message);
    if (password !== undefined) refuse('LETHE_KAFKA_PASSWORD', message);
  } else if (username === undefined || password === undefined) {
    const message = 'needs LETHE_KAFKA_USERNAME and LETHE_KAFKA_PASSWORD (or _FILE) as well';
    refuse('LETHE_KAFKA_SASL_MECHANISM', message);
  }
}

/**
 * Returns the options for TLS and login. Certificates and password are read again for each
 * connection.
 */
export function kafkaSecurity(config: KafkaVariables): KafkaSecurity {
  const { LETHE_KAFKA_SASL_MECHANISM: mechanism, LETHE_KAFKA_USERNAME: username } = config;
  const { LETHE_KAFKA_PASSWORD: fixed, LETHE_KAFKA_PASSWORD_FILE: file } = config;
  const tls = config.LETHE_KAFKA_TLS ? followTls(filesOf(config)) : undefined;
  const password = file === undefined ? () => fixed ?? '' : followSecret(file);
  return {
    ...(tls === undefined ? {} : { tls }),
    ...(mechanism === undefined || username === undefined
      ? {}
      : { sasl: { mechanism, username, password } }),
  };
}
