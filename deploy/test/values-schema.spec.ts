import { readFileSync } from 'node:fs';
import { isMap, parse, parseDocument, type Pair, type Scalar } from 'yaml';
import { CHART, describeWithHelm, helm, KUBERNETES_VERSIONS, VALUE_SETS } from './support/chart.js';

const VALUES = readFileSync(`${CHART}/values.yaml`, 'utf8');

const template = (...args: readonly string[]) => {
  const version = ['--kube-version', KUBERNETES_VERSIONS[0]];
  return helm('template', CHART, ...version, '--values', VALUE_SETS.minimal, ...args);
};

describeWithHelm('the schema of the values', () => {
  it.each([
    ['a typo', ['--set', 'gateway.replica=3'], /at '\/gateway'.*'replica' not allowed/],
    ['a typo at the top', ['--set', 'gatway.replicas=3'], /at '': .*'gatway' not allowed/],
    ['a typo deep down', ['--set', 'kafka.tls.ca.secret=x'], /at '\/kafka\/tls\/ca'.*'secret'/],
    ['a wrong type', ['--set-string', 'gateway.replicas=two'], /at '\/gateway\/replicas'/],
    ['no batch', ['--set', 'eventFilter.maxBatchSize=0'], /at '\/eventFilter\/maxBatchSize'/],
    ['no instance', ['--set', 'regulation.replicas=0'], /at '\/regulation\/replicas'/],
    ['a wrong word', ['--set', 'logLevel=loud'], /at '\/logLevel'/],
    ['a broker without a port', ['--set', 'kafka.brokers={kafka}'], /at '\/kafka\/brokers\/0'/],
    [
      'a variable without a value',
      ['--set', 'gateway.extraEnv[0].name=LETHE_MAX_CONNECTIONS'],
      /at '\/gateway\/extraEnv\/0'/,
    ],
    [
      'a variable that is no text',
      ['--set', 'gateway.extraEnv[0].name=X,gateway.extraEnv[0].value=1'],
      /at '\/gateway\/extraEnv\/0\/value'/,
    ],
    [
      'a variable that the chart sets',
      ['--set', 'testRunner.extraEnv[0].name=LOG_LEVEL,testRunner.extraEnv[0].value=warn'],
      /testRunner\.extraEnv: LOG_LEVEL is set already/,
    ],
    ['no host', ['--set', 'database.host='], /at '\/database\/host'/],
    [
      'no password of the database',
      ['--set', 'database.password.existingSecret='],
      /at '\/database\/password\/existingSecret'/,
    ],
    [
      'a user of an app without a password',
      ['--set', 'database.users.gateway.name=lethe_gateway'],
      /at '\/database\/users\/gateway\/password\/existingSecret'/,
    ],
    ['no secret key', ['--set', 'secretKey.existingSecret='], /at '\/secretKey\/existingSecret'/],
    [
      'a port for commands that asks for nothing',
      ['--set', 'rpc.secret.existingSecret='],
      /at '\/rpc\/secret\/existingSecret'/,
    ],
    [
      'a mechanism without a password',
      ['--set', 'kafka.sasl.mechanism=plain,kafka.sasl.username=lethe'],
      /at '\/kafka\/sasl\/password\/existingSecret'/,
    ],
    [
      'mutual TLS without certificates',
      ['--set', 'rpc.tls.enabled=true,rpc.tls.gateway.existingSecret=gateway'],
      /at '\/rpc\/tls\/regulation\/existingSecret'/,
    ],
    [
      'mutual TLS without an issuer',
      ['--set', 'rpc.tls.enabled=true,rpc.tls.certManager.enabled=true'],
      /at '\/rpc\/tls\/certManager\/issuerRef\/name'/,
    ],
    [
      'an authority to check against that is missing',
      ['--set', 'database.tls.mode=verify-ca'],
      /at '\/database\/tls\/ca\/existingSecret'/,
    ],
    ['an Ingress without a host', ['--set', 'ingress.enabled=true'], /at '\/ingress\/host'/],
    ['a route without a Gateway', ['--set', 'httpRoute.enabled=true'], /'\/httpRoute\/parentRefs'/],
    [
      'a filter without a way out',
      ['--set', 'eventFilter.instances.orders.in=events'],
      /at '\/eventFilter\/instances\/orders'.*'out'/,
    ],
    [
      'a peer that would be everybody',
      ['--set-json', 'networkPolicy.databaseTo=[]'],
      /at '\/networkPolicy\/databaseTo'/,
    ],
    [
      'a filter with a name that is none',
      ['--set', 'eventFilter.instances.Orders.in=a'],
      /at '\/eventFilter\/instances'.*'Orders'/,
    ],
    ['a rate below none', ['--set', 'gateway.rates.token=-1'], /at '\/gateway\/rates\/token'/],
    [
      'a rate that is taken away',
      ['--set-json', 'gateway.rates.users=null'],
      /at '\/gateway\/rates'.*'users'/,
    ],
    [
      'everybody as a proxy',
      ['--set', 'gateway.trustedProxies={0.0.0.0/0}'],
      /at '\/gateway\/trustedProxies\/0'/,
    ],
    [
      'a proxy that is no address',
      ['--set', 'gateway.trustedProxies={ingress}'],
      /at '\/gateway\/trustedProxies\/0'/,
    ],
    ['no prefix of topics', ['--set', 'topicPrefix='], /at '\/topicPrefix'/],
    [
      'a port that is none',
      ['--set', 'kafka.brokers={kafka:9093,kafka:65536}'],
      /at '\/kafka\/brokers\/1'/,
    ],
    ['a name that is no DNS label', ['--set', 'nameOverride=a.b'], /at '\/nameOverride'/],
    [
      'a name that is too long',
      ['--set', `fullnameOverride=${'a'.repeat(41)}`],
      /at '\/fullnameOverride'/,
    ],
    [
      'a filter whose name is too long with that of the release',
      [
        ...['--set', `fullnameOverride=${'a'.repeat(40)}`],
        ...['--set', 'eventFilter.instances.of-the-whole-company.in=a'],
        ...['--set', 'eventFilter.instances.of-the-whole-company.out=b'],
      ],
      /eventFilter\.instances\.of-the-whole-company: the name a+-event-filter-of-the-whole-company has 74 characters/,
    ],
    [
      'a label that the chart finds its pods by',
      ['--set', 'regulation.podLabels.app\\.kubernetes\\.io/component=x'],
      /at '\/regulation\/podLabels\/app\.kubernetes\.io~1component'/,
    ],
    [
      'fewer instances at most than at least',
      ['--set', 'testRunner.autoscaling.enabled=true,testRunner.autoscaling.minReplicas=13'],
      /testRunner\.autoscaling\.minReplicas \(13\) is more than testRunner\.autoscaling\.maxReplicas \(12\)/,
    ],
    [
      'a port that there is none of, in a URL',
      ['--set', 'testRunner.transformerUrl=http://transformer:70000'],
      /at '\/testRunner\/transformerUrl'/,
    ],
    [
      'a collector with a password in its address',
      ['--set', 'tracing.endpoint=http://user:password@collector:4318'],
      /at '\/tracing\/endpoint'/,
    ],
    [
      'a collector that no policy leads to',
      ['--set', 'tracing.endpoint=http://collector:4318'],
      /networkPolicy\.tracingTo: say where the collector/,
    ],
    [
      'a gateway that is killed while it drains',
      ['--set', 'gateway.drainSeconds=30'],
      /gateway\.drainSeconds \(30\).*gateway\.shutdownSeconds \(50\)/,
    ],
    [
      'a setup that waits longer than it may last',
      ['--set', 'setup.waitSeconds=135'],
      /setup\.waitSeconds \(135\).*setup\.activeDeadlineSeconds \(270\)/,
    ],
    [
      'a range that is not public',
      ['--set', 'networkPolicy.internetExcept={fd00::/8}'],
      /at '\/networkPolicy\/internetExcept\/0'/,
    ],
    [
      'metrics that nobody can reach',
      ['--set', 'monitoring.podMonitor.enabled=true'],
      /Name your Prometheus in networkPolicy\.monitoringFrom/,
    ],
    [
      'an alert that there is none of',
      ['--set', 'monitoring.rules.enabled=true,monitoring.rules.without={LetheNoRelais}'],
      /monitoring\.rules\.without: there is no alert LetheNoRelais/,
    ],
    [
      'a password as a value',
      ['--set', 'database.password=hunter2'],
      /at '\/database\/password': got string/,
    ],
  ])('refuses %s and names the field', (_, args, message) => {
    const { status, output } = template(...args);
    expect(output).toMatch(message);
    expect(status).toBe(1);
  });

  it('refuses a release whose name cannot begin that of a Service', () => {
    const args = ['--kube-version', KUBERNETES_VERSIONS[0], '--values', VALUE_SETS.minimal];
    const { status, output } = helm('template', '1st.lethe', CHART, ...args);
    expect(output).toMatch(/release's name 1st\.lethe .* Set fullnameOverride/);
    expect(status).toBe(1);
    expect(helm('template', '1st', CHART, ...args, '--set', 'fullnameOverride=a').status).toBe(0);
  });

  it('asks for nothing in the demo but a seed, where it does not see the cluster', () => {
    const version = ['--kube-version', KUBERNETES_VERSIONS[0]];
    const demo = 'demo.enabled=true,demo.seed=0123456789abcdef';
    expect(helm('template', CHART, ...version, '--set', demo).status).toBe(0);
  });

  it('takes what a chart passes to those that it contains', () => {
    expect(template('--set', 'global.region=eu').status).toBe(0);
  });
});

describe('the values', () => {
  it('have a comment each', () => {
    const lines = VALUES.split('\n');
    const bare: string[] = [];
    for (const { path, line } of leaves()) {
      if (!(lines[line - 2] ?? '').trim().startsWith('#')) bare.push(path);
    }
    // Figures that say what they are: the comment stands above the pair.
    expect(bare.filter((path) => !/\.(?:requests|limits)$/.test(path))).toEqual([]);
  });

  it('are all in the schema, and the schema has no others', () => {
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

/** Paths of all values, `requests` and `limits` and free objects as one. */
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

/** Values and the lines that they stand on. */
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
