import type { JsonObject } from '@lethe/contracts';
import type { KafkaLogin } from '@lethe/messaging';
import type tls from 'node:tls';
import { misconfigured, notPermitted } from '../shared/deletion-problem.js';
import { keyPattern } from '../shared/key-pattern.js';
import {
  readExactText,
  readAddresses,
  readNumber,
  readText,
  rejectInvalidConfig,
  requireText,
} from '../shared/read-config.js';

/** Parsed configuration of a KAFKA destination. */
export interface KafkaDestination {
  /** Each broker as `host:port`. */
  readonly brokers: readonly string[];
  readonly topics: readonly string[];
  readonly tls: tls.ConnectionOptions | undefined;
  readonly sasl: KafkaLogin | undefined;
  readonly toKey: (userId: string) => string;
}

const KAFKA_PORT = 9_092;
const MOST_TOPICS = 50;
/** SASL mechanism for each value of `saslType` in lower case. All other values mean `plain`. */
const MECHANISMS: Readonly<Record<string, KafkaLogin['mechanism']>> = {
  sha256: 'scram-sha-256',
  'scram-sha-256': 'scram-sha-256',
  sha512: 'scram-sha-512',
  'scram-sha-512': 'scram-sha-512',
};

/** @throws DeletionProblem that names the invalid variable */
export function readKafkaConfig(config: JsonObject): KafkaDestination {
  rejectInvalidConfig('KAFKA', config);
  const port = readNumber(config, 'port', KAFKA_PORT);
  return {
    brokers: readAddresses(config, 'hostName', port).map((broker) =>
      broker.host.includes(':')
        ? `[${broker.host}]:${broker.port}`
        : `${broker.host}:${broker.port}`,
    ),
    topics: readTopics(config),
    tls: config.sslEnabled === true ? tlsOptions(config) : undefined,
    sasl: config.useSASL === true ? readLogin(config) : undefined,
    // The pattern is not trimmed, because blanks can be part of a key.
    toKey: keyPattern(readExactText(config, 'keyPattern') ?? '{userId}'),
  };
}

/** Returns `topic` and the topics of the multi-topic maps. */
function readTopics(config: JsonObject): readonly string[] {
  const maps = config.enableMultiTopic === true ? ['eventTypeToTopicMap', 'eventToTopicMap'] : [];
  const mapped = maps.flatMap((name) => {
    const pairs = config[name];
    return Array.isArray(pairs) ? (pairs as readonly unknown[]) : [];
  });
  const names = mapped.map((pair) => ((pair ?? {}) as { readonly to?: unknown }).to);
  const topics = [
    requireText(config, 'topic'),
    ...names.filter((name) => typeof name === 'string'),
  ];
  const distinct = [...new Set(topics.map((name) => name.trim()).filter((name) => name !== ''))];
  if (distinct.length > MOST_TOPICS) {
    throw misconfigured(
      `The configuration names too many topics: Lethe supports at most ${MOST_TOPICS}.`,
    );
  }
  if (!distinct.every((name) => /^[A-Za-z0-9._-]{1,249}$/.test(name))) {
    throw misconfigured('topic must be a name that Kafka allows: letters, digits, dots, _ and -.');
  }
  return distinct;
}

function tlsOptions(config: JsonObject): tls.ConnectionOptions {
  const ca = readText(config, 'caCertificate');
  return ca === undefined ? {} : { ca };
}

function readLogin(config: JsonObject): KafkaLogin {
  const type = readText(config, 'saslType')?.toLowerCase() ?? '';
  const mechanism = MECHANISMS[type] ?? 'plain';
  const username = readText(config, 'username');
  const password = readExactText(config, 'password');
  if (username === undefined || password === undefined) {
    throw notPermitted('useSASL is on, but username or password is missing. Set both.');
  }
  return { mechanism, username, password: () => password };
}
