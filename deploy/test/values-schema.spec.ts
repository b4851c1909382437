import { readFileSync } from 'node:fs';
import { isMap, parse, parseDocument, type Pair, type Scalar } from 'yaml';
import { CHART, describeWithHelm, helm, KUBERNETES_VERSIONS, VALUE_SETS } from './support/chart.js';

const VALUES = readFileSync(`${CHART}/values.yaml`, 'utf8');

const template = (...args: readonly string[]) => {
  const version = ['--kube-version', KUBERNETES_VERSIONS[0]];
  return helm('template', CHART, ...version, '--values', VALUE_SETS.minimal, ...args);
};

/** Returns the start of Helm's message about a field. */
const field = (path: string) => `\n- ${path}: `;

describeWithHelm('the schema of the values', () => {
  it.each([
    ['a typo', ['--set', 'gateway.replica=3'], /- gateway: .*replica is not allowed/],
    ['a typo at the top', ['--set', 'gatway.replicas=3'], /- \(root\): .*gatway is not allowed/],
    [
      'a typo deep down',
      ['--set', 'kafka.tls.ca.secret=x'],
      /- kafka\.tls\.ca: .*secret is not allowed/,
    ],
    ['a wrong type', ['--set-string', 'gateway.replicas=two'], field('gateway.replicas')],
    [
      'a maximum batch size of 0',
      ['--set', 'eventFilter.maxBatchSize=0'],
      field('eventFilter.maxBatchSize'),
    ],
    ['0 instances', ['--set', 'regulation.replicas=0'], field('regulation.replicas')],
    ['an unknown log level', ['--set', 'logLevel=loud'], field('logLevel')],
    ['a broker without a port', ['--set', 'kafka.brokers={kafka}'], field('kafka.brokers.0')],
    [
      'a variable without a value',
      ['--set', 'gateway.extraEnv[0].name=LETHE_MAX_CONNECTIONS'],
      field('gateway.extraEnv.0'),
    ],
    [
      'a variable whose value is not a text',
      ['--set', 'gateway.extraEnv[0].name=X,gateway.extraEnv[0].value=1'],
      field('gateway.extraEnv.0.value'),
    ],
    [
      'a variable that the chart sets',
      ['--set', 'testRunner.extraEnv[0].name=LOG_LEVEL,testRunner.extraEnv[0].value=warn'],
      /testRunner\.extraEnv: LOG_LEVEL is set already/,
    ],
    ['a database without a host', ['--set', 'database.host='], field('database.host')],
    [
      'a database without a password',
      ['--set', 'database.password.existingSecret='],
      field('database.password.existingSecret'),
    ],
    [
      'an app user without a password',
      ['--set', 'database.users.gateway.name=lethe_gateway'],
      field('database.users.gateway.password.existingSecret'),
    ],
    [
      'a missing secret key',
      ['--set', 'secretKey.existingSecret='],
      field('secretKey.existingSecret'),
    ],
    [
      'a command port without authentication',
      ['--set', 'rpc.secret.existingSecret='],
      field('rpc.secret.existingSecret'),
    ],
    [
      'a SASL mechanism without a password',
      ['--set', 'kafka.sasl.mechanism=plain,kafka.sasl.username=lethe'],
      field('kafka.sasl.password.existingSecret'),
    ],
    [
      'mutual TLS without certificates',
      ['--set', 'rpc.tls.enabled=true,rpc.tls.gateway.existingSecret=gateway'],
      field('rpc.tls.regulation.existingSecret'),
    ],
    [
      'mutual TLS without an issuer',
      ['--set', 'rpc.tls.enabled=true,rpc.tls.certManager.enabled=true'],
      field('rpc.tls.certManager.issuerRef.name'),
    ],
    [
      'verify-ca without a certificate authority',
      ['--set', 'database.tls.mode=verify-ca'],
      field('database.tls.ca.existingSecret'),
    ],
    ['an Ingress without a host', ['--set', 'ingress.enabled=true'], field('ingress.host')],
    [
      'a route without a Gateway',
      ['--set', 'httpRoute.enabled=true'],
      field('httpRoute.parentRefs'),
    ],
    [
      'a filter without an output topic',
      ['--set', 'eventFilter.instances.orders.in=events'],
      /- eventFilter\.instances\.orders: out is required/,
    ],
    [
      'an empty list of peers, which means all peers',
      ['--set-json', 'networkPolicy.databaseTo=[]'],
      field('networkPolicy.databaseTo'),
    ],
    [
      'a filter with an invalid name',
      ['--set', 'eventFilter.instances.Orders.in=a'],
      /- eventFilter\.instances: .*Orders is not allowed/,
    ],
    ['a negative rate', ['--set', 'gateway.rates.token=-1'], field('gateway.rates.token')],
    [
      'a removed rate',
      ['--set-json', 'gateway.rates.users=null'],
      /- gateway\.rates: users is required/,
    ],
    [
      'all addresses as trusted proxies',
      ['--set', 'gateway.trustedProxies={0.0.0.0/0}'],
      field('gateway.trustedProxies.0'),
    ],
    [
      'a proxy that is not an address',
      ['--set', 'gateway.trustedProxies={ingress}'],
      field('gateway.trustedProxies.0'),
    ],
    ['an empty topic prefix', ['--set', 'topicPrefix='], field('topicPrefix')],
    [
      'an invalid port',
      ['--set', 'kafka.brokers={kafka:9093,kafka:65536}'],
      field('kafka.brokers.1'),
    ],
    ['a name that is not a DNS label', ['--set', 'nameOverride=a.b'], field('nameOverride')],
    [
      'a name that is too long',
      ['--set', `fullnameOverride=${'a'.repeat(41)}`],
      field('fullnameOverride'),
    ],
    [
      'a filter whose name is too long together with the release name',
      [
        ...['--set', `fullnameOverride=${'a'.repeat(40)}`],
        ...['--set', 'eventFilter.instances.of-the-whole-company.in=a'],
        ...['--set', 'eventFilter.instances.of-the-whole-company.out=b'],
      ],
      /eventFilter\.instances\.of-the-whole-company: the name a+-event-filter-of-the-whole-company has 74 characters/,
    ],
    [
      'a label that the chart uses in selectors',
      ['--set', 'regulation.podLabels.app\\.kubernetes\\.io/component=x'],
      field('regulation.podLabels.app.kubernetes.io/component'),
    ],
    [
      'a maximum of instances below the minimum',
      ['--set', 'testRunner.autoscaling.enabled=true,testRunner.autoscaling.minReplicas=13'],
      /testRunner\.autoscaling\.minReplicas \(13\) is more than testRunner\.autoscaling\.maxReplicas \(12\)/,
    ],
    [
      'an invalid port in a URL',
      ['--set', 'testRunner.transformerUrl=http://transformer:70000'],
      field('testRunner.transformerUrl'),
    ],
    [
      'a collector with a password in its address',
      ['--set', 'tracing.endpoint=http://user:password@collector:4318'],
      field('tracing.endpoint'),
    ],
    [
      'a collector that no network policy allows',
      ['--set', 'tracing.endpoint=http://collector:4318'],
      /networkPolicy\.tracingTo: .* Name the peers where the collector is/,
    ],
    [
      'a gateway that would be killed while it drains',
      ['--set', 'gateway.drainSeconds=30'],
      /gateway\.drainSeconds \(30\).*gateway\.shutdownSeconds \(50\)/,
    ],
    [
      'a setup that waits longer than its deadline',
      ['--set', 'setup.waitSeconds=135'],
      /setup\.waitSeconds \(135\).*setup\.activeDeadlineSeconds \(270\)/,
    ],
    [
      'an exception that is not a public range',
      ['--set', 'networkPolicy.internetExcept={fd00::/8}'],
      field('networkPolicy.internetExcept.0'),
    ],
    [
      'metrics that no client can reach',
      ['--set', 'monitoring.podMonitor.enabled=true'],
      /Name your Prometheus in networkPolicy\.monitoringFrom/,
    ],
    [
      'an unknown alert',
      ['--set', 'monitoring.rules.enabled=true,monitoring.rules.without={LetheNoRelais}'],
      /monitoring\.rules\.without: there is no alert LetheNoRelais/,
    ],
    [
      'a password as a value',
      ['--set', 'database.password=hunter2'],
      /- database\.password: Invalid type/,
    ],
  ])('refuses %s and names the field', (_, args, message) => {
    const { status, output } = template(...args);
    if (typeof message === 'string') expect(output).toContain(message);
    else expect(output).toMatch(message);
    expect(status).toBe(1);
  });

  it('refuses a release name that is invalid for a Service', () => {
    const args = ['--kube-version', KUBERNETES_VERSIONS[0], '--values', VALUE_SETS.minimal];
    const { status, output } = helm('template', '1st.lethe', CHART, ...args);
    expect(output).toMatch(/release's name 1st\.lethe .* Set fullnameOverride/);
    expect(status).toBe(1);
    expect(helm('template', '1st', CHART, ...args, '--set', 'fullnameOverride=a').status).toBe(0);
  });

  it('requires only a seed for the demo without access to the cluster', () => {
    const version = ['--kube-version', KUBERNETES_VERSIONS[0]];
    const demo = 'demo.enabled=true,demo.seed=0123456789abcdef';
    expect(helm('template', CHART, ...version, '--set', demo).status).toBe(0);
  });

  it('accepts the global values of a parent chart', () => {
    expect(template('--set', 'global.region=eu').status).toBe(0);
  });
});

describe('the values', () => {
  it('each have a comment', () => {
    const lines = VALUES.split('\n');
    const bare: string[] = [];
    for (const { path, line } of leaves()) {
      if (!(lines[line - 2] ?? '').trim().startsWith('#')) bare.push(path);
    }
    // The comment stands above the pair of requests and limits.
    expect(bare.filter((path) => !/\.(?:requests|limits)$/.test(path))).toEqual([]);
  });

  it('are exactly the values of the schema', () => {
    const schema = JSON.parse(readFileSync(`${CHART}/values.schema.json`, 'utf8')) as Schema;
    const inSchema = propertiesOf(schema, schema).filter((path) => path !== 'global');
    const given = Object.keys(flat(parse(VALUES) as object)).sort();
    expect(inSchema.filter((path) => !/\.(?:requests|limits)\./.test(path)).sort()).toEqual(
      given.filter((path) => !/\.(?:requests|limits)\./.test(path)),
    );
  });
});

interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
}

/** Returns the paths of all values. `requests`, `limits` and free objects count as one value. */
function propertiesOf(schema: Schema, root: Schema, prefix = ''): string[] {
  const name = schema.$ref?.replace('#/$defs/', '');
  const target = name === undefined ? schema : root.$defs?.[name];
  const isFree = ['affinity', 'quantities', 'podLabels'].includes(name ?? '');
  const isGroup = target?.properties !== undefined && !isFree;
  if (!isGroup) return [prefix];
  return Object.entries(target.properties).flatMap(([key, entry]) =>
    propertiesOf(entry, root, prefix === '' ? key : `${prefix}.${key}`),
  );
}

function flat(value: object, prefix = ''): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, entry]: [string, unknown]) => {
      const path = prefix === '' ? key : `${prefix}.${key}`;
      const isGroup =
        typeof entry === 'object' && entry !== null && !Array.isArray(entry) && !isFree(path);
      return isGroup && Object.keys(entry).length > 0
        ? Object.entries(flat(entry, path))
        : [[path, entry]];
    }),
  );
}

function isFree(path: string): boolean {
  if (/^monitoring\.\w+\.labels$/.test(path)) return true;
  return /\.(?:requests|limits)$/.test(path) && !/^(?:gateway|regulation)\.limits/.test(path);
}

/** Returns each value and its line. */
function leaves(): { path: string; line: number }[] {
  const found: { path: string; line: number }[] = [];
  const visit = (pair: Pair, prefix: string): void => {
    const key = pair.key as Scalar;
    const path = `${prefix}${String(key.value)}`;
    const start = key.range?.[0] ?? 0;
    if (isMap(pair.value) && !pair.value.flow && !isFree(path)) {
      for (const item of pair.value.items) visit(item, `${path}.`);
    } else {
      found.push({ path, line: VALUES.slice(0, start).split('\n').length });
    }
  };
  const { contents } = parseDocument(VALUES);
  if (isMap(contents)) for (const item of contents.items) visit(item, '');
  return found;
}
