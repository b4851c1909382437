import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  SHORT_LIVED_KAFKA,
  startEmbeddedPostgres,
  startLocalKafka,
  type EmbeddedPostgres,
  type LocalKafka,
} from '@lethe/local-services';
import { CertificateAuthority, type IssuedCertificate } from '@lethe/testing';

/**
 * Users of Kafka and their passwords, one for each app. `admin` has all rights. `lethe` is one user
 * for all apps, as in the Helm chart.
 */
export const KAFKA_USERS = {
  admin: 'admin-secret',
  regulation: 'regulation-secret',
  gateway: 'gateway-secret',
  'test-runner': 'test-runner-secret',
  'deletion-worker': 'deletion-worker-secret',
  'event-filter': 'event-filter-secret',
  lethe: 'lethe-secret',
} as const;

const SCRAM = 'org.apache.kafka.common.security.scram.ScramLoginModule required;';
const PLAIN = 'org.apache.kafka.common.security.plain.PlainLoginModule required';

/** A further address on which the servers listen, only with TLS and logins. */
export interface FurtherAddress {
  /** IPv4 address of this machine. */
  readonly host: string;
  /** IPv4 networks (CIDRs) from which clients may connect to PostgreSQL. */
  readonly clients: readonly string[];
}

/**
 * PostgreSQL and Kafka with TLS, and their certificate authority. Kafka checks logins and rights.
 */
export class SecureServices {
  private readonly certificates = new Map<string, IssuedCertificate>();

  private constructor(
    readonly folder: string,
    readonly authority: CertificateAuthority,
    readonly postgres: EmbeddedPostgres,
    public kafka: LocalKafka,
  ) {}

  /** @param further without it, the servers listen only on 127.0.0.1 */
  static async start(further?: FurtherAddress): Promise<SecureServices> {
    const folder = mkdtempSync(join(tmpdir(), 'lethe-tls-'));
    chmodSync(folder, 0o755); // PostgreSQL runs as another user if the tests run as root
    const authority = CertificateAuthority.create(folder);
    const [postgres, kafka] = await Promise.all([
      startEmbeddedPostgres({
        dataDir: join(folder, 'postgres'),
        tls: authority.issue('postgres', { names: ['localhost', ...namesOf(further)] }),
        persistent: false,
        ...(further === undefined ? {} : { settings: postgresSettings(folder, further) }),
      }),
      launchKafka(folder, authority, 'plain-secret', { host: further?.host }),
    ]);
    return new SecureServices(folder, authority, postgres, kafka);
  }

  /** Restarts Kafka at the same address, with another password for its user `plain`. */
  async restartKafka(password: string): Promise<void> {
    const { port } = this.kafka;
    await this.kafka.stop();
    this.kafka = await launchKafka(this.folder, this.authority, password, { port });
  }

  get brokers(): string {
    return this.kafka.brokers;
  }

  /**
   * @param query TLS parameters of the URL; by default, PostgreSQL's certificate is fully verified
   */
  databaseUrl(query = `sslmode=verify-full&sslrootcert=${this.authority.cert}`): string {
    const url = new URL(this.postgres.url);
    url.hostname = 'localhost';
    return `${url.href}?${query}`;
  }

  /** Returns variables with which an app connects to Kafka as one of the users. */
  kafkaEnvironment(user: keyof typeof KAFKA_USERS): Record<string, string> {
    const own = this.certificates.get(user) ?? this.authority.issue(`kafka-${user}`);
    this.certificates.set(user, own); // issued once, because processes read the file
    return {
      KAFKA_BROKERS: this.brokers,
      LETHE_KAFKA_TLS: 'true',
      LETHE_KAFKA_CA_FILE: this.authority.cert,
      LETHE_KAFKA_CERT_FILE: own.cert,
      LETHE_KAFKA_KEY_FILE: own.key,
      LETHE_KAFKA_SASL_MECHANISM: 'scram-sha-512',
      LETHE_KAFKA_USERNAME: user,
      LETHE_KAFKA_PASSWORD: KAFKA_USERS[user],
    };
  }

  /** Returns variables of mutual TLS between the services. @param names of the certificate */
  rpcEnvironment(app: string, names: readonly string[]): Record<string, string> {
    const own = this.authority.issue(`rpc-${app}`, { names });
    return {
      LETHE_RPC_CA_FILE: this.authority.cert,
      LETHE_RPC_CERT_FILE: own.cert,
      LETHE_RPC_KEY_FILE: own.key,
    };
  }

  async stop(): Promise<void> {
    await Promise.all([this.postgres.stop(), this.kafka.stop()]);
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function namesOf(further?: FurtherAddress): string[] {
  return further === undefined ? [] : [further.host];
}

/** Lets clients connect to the further address only with TLS and a password. */
function postgresSettings(folder: string, { host, clients }: FurtherAddress) {
  const rules = join(folder, 'pg_hba.conf');
  const over = (kind: string, network: string) => `${kind} all all ${network} scram-sha-256\n`;
  const remote = clients.map((network) => over('hostssl', network));
  writeFileSync(rules, [over('host', '127.0.0.1/32'), ...remote].join(''));
  // The chart's example of production allows up to 233 connections.
  return { listen_addresses: `127.0.0.1,${host}`, hba_file: rules, max_connections: '240' };
}

function launchKafka(
  folder: string,
  authority: CertificateAuthority,
  password: string,
  { port, host }: { readonly port?: number; readonly host?: string | undefined },
): Promise<LocalKafka> {
  const names = ['localhost', '127.0.0.1', ...(host === undefined ? [] : [host])];
  const settings = kafkaSettings(folder, authority.issue('kafka', { names }), authority, password);
  return startLocalKafka({
    ...SHORT_LIVED_KAFKA,
    dataDir: join(folder, 'kafka'),
    ...(port === undefined ? {} : { port }),
    ...(host === undefined
      ? {}
      : { javaOptions: [...SHORT_LIVED_KAFKA.javaOptions, withoutNameServer(folder, host)] }),
    secure: {
      ...{ protocol: 'SASL_SSL', scramUsers: KAFKA_USERS, settings },
      ...(host === undefined ? {} : { host }),
    },
  });
}

/**
 * Returns an option with which Java finds all names in a file. At each login, Kafka looks for the
 * name of its address. In a network without a name server, this takes longer than clients wait.
 */
function withoutNameServer(folder: string, host: string): string {
  const hosts = join(folder, 'hosts');
  writeFileSync(hosts, `127.0.0.1 localhost\n${host} kafka\n`);
  return `-Djdk.net.hosts.file=${hosts}`;
}

function kafkaSettings(
  folder: string,
  server: IssuedCertificate,
  authority: CertificateAuthority,
  password: string,
): Record<string, string> {
  const store = join(folder, 'kafka.pem');
  writeFileSync(store, readFileSync(server.key, 'utf8') + readFileSync(server.cert, 'utf8'));
  const listener = 'listener.name.client';
  return {
    [`${listener}.ssl.keystore.type`]: 'PEM',
    [`${listener}.ssl.keystore.location`]: store,
    [`${listener}.ssl.truststore.type`]: 'PEM',
    [`${listener}.ssl.truststore.location`]: authority.cert,
    [`${listener}.ssl.client.auth`]: 'required',
    'sasl.enabled.mechanisms': 'SCRAM-SHA-512,PLAIN',
    [`${listener}.sasl.enabled.mechanisms`]: 'SCRAM-SHA-512,PLAIN',
    [`${listener}.scram-sha-512.sasl.jaas.config`]: SCRAM,
    [`${listener}.plain.sasl.jaas.config`]: `${PLAIN} user_plain="${password}";`,
    'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
    // Connections of the broker to itself, and of the test, use plain text and no login.
    'super.users': 'User:ANONYMOUS;User:admin;User:plain',
  };
}
