import type { JsonObject } from '@lethe/contracts';
import type { KafkaLogin } from '@lethe/messaging';
import type tls from 'node:tls';
import { misconfigured, notPermitted } from '../shared/deletion-problem.js';
import { keyPattern } from '../shared/key-pattern.js';
import {
  readExactText,
  readPlaces,
  readNumber,
  readText,
  refuseUnsound,
  requireText,
} from '../shared/read-config.js';

/** What a KAFKA destination's configuration says. */
export interface KafkaDestination {
  /** `host:port` each. */
  readonly brokers: readonly string[];
  readonly topics: readonly string[];
  readonly tls: tls.ConnectionOptions | undefined;
  readonly sasl: KafkaLogin | undefined;
  readonly toKey: (userId: string) => string;
}

const KAFKA_PORT = 9_092;
const MOST_TOPICS = 50;
/** By what a configuration calls them; others are called as they are. */
const MECHANISMS: Readonly<Record<string, KafkaLogin['mechanism']>> = {
  sha256: 'scram-sha-256',
  'scram-sha-256': 'scram-sha-256',
  sha512: 'scram-sha-512',
  'scram-sha-512': 'scram-sha-512',
};

/** @throws DeletionProblem naming the variable that is wrong */
export function readKafkaConfig(config: JsonObject): KafkaDestination {
  refuseUnsound('KAFKA', config);
  const port = readNumber(config, 'port', KAFKA_PORT);
  return {
    brokers: readPlaces(config, 'hostName', port).map((place) =>
      place.host.includes(':') ? `[${place.host}]:${place.port}` : `${place.host}:${place.port}`,
    ),
    topics: readTopics(config),
    tls: config.sslEnabled === true ? tlsOptions(config) : undefined,
    sasl: config.useSASL === true ? readLogin(config) : undefined,
    // Blanks may be part of a key.
    toKey: keyPattern(readExactText(config, 'keyPattern') ?? '{userId}'),
  };
}

/** The topic, and those that events are sent to instead of it. */
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
  const different = [...new Set(topics.map((name) => name.trim()).filter((name) => name !== ''))];
  if (different.length > MOST_TOPICS) {
    throw misconfigured(`The configuration names more than ${MOST_TOPICS} topics.`);
  }
  if (!different.every((name) => /^[A-Za-z0-9._-]{1,249}$/.test(name))) {
    throw misconfigured('topic must be a name that Kafka allows: letters, digits, dots, _ and -.');
  }
  return different;
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
    throw notPermitted('Set username and password: useSASL is on.');
  }
  return { mechanism, username, password: () => password };
}
