import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CertificateAuthority, waitFor, type IssuedCertificate } from '@lethe/testing';
import { KAFKA_USERS, SecureServices } from '../support/secure-services.js';
import { KubeNode, type Pod } from './kube-node.js';
import {
  DATABASE_USERS,
  databaseUser,
  NAMESPACE,
  productionValues,
  RELEASE,
} from './production-values.js';

const CHART = fileURLToPath(new URL('../../deploy/helm/lethe', import.meta.url));
/** Password of all database users. */
export const PASSWORD = 'database-password';

export interface InstallOptions {
  /** Values with priority over `productionValues`. */
  readonly values?: object;
  /** How long Helm waits, such as `10m`, which is the default. */
  readonly timeout?: string;
}

/** A release with values for production, and its own namespace, Secrets and database users. */
export class ProductionRelease {
  constructor(
    private readonly node: KubeNode,
    private readonly services: SecureServices,
    /** The workspaces of the workspace file. */
    private readonly workspaces: readonly object[],
  ) {}

  /** Prepares the cluster and the database, as docs/kubernetes.md says. Installs nothing. */
  async prepare(): Promise<void> {
    await this.node.createForeignKinds();
    const restricted = ['enforce', 'warn', 'audit'].map((mode) => [
      `pod-security.kubernetes.io/${mode}`,
      'restricted',
    ]);
    await this.node.apply(
      {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name: NAMESPACE, labels: Object.fromEntries(restricted) as object },
      },
      ...Object.entries(this.secrets()).map(([name, stringData]) => ({
        ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: NAMESPACE } },
        stringData,
      })),
    );
  }

  /** Returns the SQL that an administrator of the database runs before the installation. */
  get sqlOfUsers(): string {
    const create = (name: string) => `create role ${name} login password '${PASSWORD}';`;
    return [
      ...['lethe', ...Object.values(DATABASE_USERS).map(databaseUser)].map(create),
      'grant create on database lethe to lethe;',
    ].join('\n');
  }

  /**
   * Installs or upgrades the release, and waits until all its pods are ready.
   *
   * @param tag of the images
   * @throws Error with the output of Helm if a step fails
   */
  async install(tag: string, options?: InstallOptions): Promise<void> {
    await this.node.helm(...this.installArguments(tag, options));
  }

  /** Returns the arguments of Helm with which `install` runs, and writes the files of values. */
  installArguments(tag: string, { values = {}, timeout = '10m' }: InstallOptions = {}): string[] {
    const [broker] = this.services.brokers.split(',');
    const servers = {
      ...{ host: this.node.address, postgresPort: this.services.postgres.port, broker: broker! },
    };
    // JSON is valid YAML. The last file has priority.
    const files = [productionValues(servers, tag), values].map((content, n) => {
      const file = join(this.services.folder, `values-${n}.json`);
      writeFileSync(file, JSON.stringify(content));
      return file;
    });
    return [
      ...['upgrade', '--install', RELEASE, CHART, '--namespace', NAMESPACE],
      ...[join(CHART, 'values-production.yaml'), ...files].flatMap((file) => ['--values', file]),
      ...['--wait', '--timeout', timeout],
    ];
  }

  /** @param component app of the pods; all pods of the release when absent */
  pods(component?: string): Promise<Pod[]> {
    const own = `app.kubernetes.io/instance=${RELEASE}`;
    const selector =
      component === undefined ? own : `${own},app.kubernetes.io/component=${component}`;
    return this.node.list<Pod>('pods', '--namespace', NAMESPACE, '--selector', selector);
  }

  /** Waits until every Deployment has replaced all its pods, and the old pods have ended. */
  async ready(): Promise<void> {
    await this.node.kubectl(
      ...['rollout', 'status', 'deployment', '--namespace', NAMESPACE, '--timeout', '10m'],
      ...['--selector', `app.kubernetes.io/instance=${RELEASE}`],
    );
    const isEnding = ({ metadata }: Pod): boolean => metadata.deletionTimestamp !== undefined;
    await waitFor(async () => !(await this.pods()).some(isEnding), { intervalMs: 1_000 });
  }

  /** Returns the state of the pods, the events and the ends of the logs, for messages. */
  async describe(): Promise<string> {
    const commands = [
      ['get', 'pods', '--output', 'wide'],
      ['get', 'events', '--sort-by', '.lastTimestamp'],
      ['logs', '--selector', `app.kubernetes.io/instance=${RELEASE}`]
        .concat('--prefix', '--tail', '20', '--all-containers')
        .concat('--max-log-requests', '50'),
    ];
    const texts = commands.map((command) =>
      this.node.kubectl(...command, '--namespace', NAMESPACE).catch(String),
    );
    return (await Promise.all(texts)).join('\n');
  }

  /** Returns how Helm calls the state of the release, such as `deployed`. */
  async status(): Promise<string> {
    const json = ['--namespace', NAMESPACE, '--output', 'json'];
    const text = await this.node.helm('status', RELEASE, ...json);
    return (JSON.parse(text) as { info: { status: string } }).info.status;
  }

  /** Uninstalls the release, and waits until its objects are gone. */
  async uninstall(): Promise<void> {
    await this.node.helm('uninstall', RELEASE, '--namespace', NAMESPACE, '--wait');
  }

  /** Removes the namespace, with all that is in it. */
  async remove(): Promise<void> {
    await this.node.kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found');
  }

  /** Returns the names of all objects in the namespace, except events. */
  async objects(): Promise<string[]> {
    const kinds = await this.node.kubectl(
      ...['api-resources', '--namespaced', '--verbs', 'list,get', '--output', 'name'],
    );
    const listed = kinds.split('\n').filter((kind) => kind !== '' && !/^events(\.|$)/.test(kind));
    const names = await this.node.kubectl(
      ...['get', listed.join(), '--namespace', NAMESPACE, '--output', 'name'],
    );
    return names.split('\n').filter(Boolean).sort();
  }

  /** Address of the Service of the gateways, without a path. */
  async gatewayUrl(): Promise<string> {
    const service = `service/${RELEASE}-gateway`;
    const path = 'jsonpath={.spec.clusterIP}:{.spec.ports[0].port}';
    const place = await this.node.kubectl('get', service, '-n', NAMESPACE, '--output', path);
    return `http://${place}`;
  }

  /** Replaces keys of a Secret. */
  async change(secret: string, stringData: Readonly<Record<string, string>>): Promise<void> {
    const patch = JSON.stringify({ stringData });
    await this.node.kubectl('patch', 'secret', secret, '-n', NAMESPACE, '--patch', patch);
  }

  private secrets(): Readonly<Record<string, Readonly<Record<string, string>>>> {
    const { authority } = this.services;
    const ca = { 'ca.crt': readFileSync(authority.cert, 'utf8') };
    const users = Object.values(DATABASE_USERS).map((name) => [
      `lethe-database-${name}`,
      { password: PASSWORD },
    ]);
    const key = () => `k1:${randomBytes(32).toString('base64')}`;
    return {
      ...(Object.fromEntries(users) as Record<string, Record<string, string>>),
      'lethe-database': { password: PASSWORD, ...ca },
      'lethe-kafka': {
        ...{ password: KAFKA_USERS.lethe, ...ca },
        ...contentsOf(authority.issue('kafka-lethe')),
      },
      'lethe-secret-key': { 'secret-key': key() },
      'lethe-identifier-key': { 'identifier-key': key() },
      'lethe-workspaces': { 'workspaces.yaml': JSON.stringify({ workspaces: this.workspaces }) },
      ...this.rpcSecrets(),
    };
  }

  /** The certificates of the mutual TLS have an authority of their own. */
  private rpcSecrets(): Record<string, Record<string, string>> {
    const folder = join(this.services.folder, 'rpc');
    mkdirSync(folder);
    const authority = CertificateAuthority.create(folder);
    const secrets = ['gateway', 'regulation'].map((side) => {
      const names = [`${RELEASE}-${side}.${NAMESPACE}.svc`];
      const ca = { 'ca.crt': readFileSync(authority.cert, 'utf8') };
      return [`lethe-${side}-rpc`, { ...ca, ...contentsOf(authority.issue(side, { names })) }];
    });
    return Object.fromEntries(secrets) as Record<string, Record<string, string>>;
  }
}

function contentsOf({ cert, key }: IssuedCertificate): Record<string, string> {
  return { 'tls.crt': readFileSync(cert, 'utf8'), 'tls.key': readFileSync(key, 'utf8') };
}
