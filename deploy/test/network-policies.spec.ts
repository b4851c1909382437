import { describeWithHelm, NAMESPACE, render, SETS, type ValueSet } from './support/chart.js';
import { workloads, type Manifest } from './support/manifest.js';
import { mayConnect, policiesOf, type Place, type Pod } from './support/network.js';

const pod = (namespace: string, labels: Record<string, string> = {}): Pod => ({
  namespace,
  namespaceLabels: { 'kubernetes.io/metadata.name': namespace },
  labels,
});
const DNS = pod('kube-system', { 'k8s-app': 'kube-dns' });
const OTHER_POD = pod(NAMESPACE, { app: 'other' });
const METADATA = ['169.254.169.254', '169.254.170.2', 'fd00:ec2::254', '168.63.129.16'];
const INTERNET = ['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'];

/** Servers outside of the release, for each set of values. */
const OUTSIDE: Record<ValueSet, Record<'database' | 'session' | 'kafka', [Place, number][]>> = {
  demo: { database: [], session: [], kafka: [] },
  minimal: {
    database: [
      [pod('databases'), 5432],
      [{ address: '10.1.2.3' }, 5432],
    ],
    session: [],
    kafka: [
      [pod('kafka'), 9093],
      [{ address: '172.31.0.9' }, 9093],
    ],
  },
  production: {
    database: [[{ address: '10.20.0.7' }, 5432]],
    session: [],
    kafka: [[{ address: '10.20.1.7' }, 9093]],
  },
  everything: {
    database: [[pod('databases'), 6432]],
    session: [[pod('databases'), 5432]],
    kafka: [
      [pod('kafka'), 9093],
      [pod('kafka'), 9094],
      [pod('kafka'), 9095],
    ],
  },
};
const INGRESS: Record<ValueSet, Place> = {
  demo: { address: '203.0.113.9' },
  minimal: pod('anybody'),
  production: pod('ingress-nginx'),
  everything: pod('gateways'),
};

describeWithHelm('the network policies', () => {
  describe.each(SETS)('of the values "%s"', (set) => {
    const system = systemOf(set);
    const reach = (
      from: Place | undefined,
      to: Place | undefined,
      port: number,
      protocol = 'TCP',
    ) => {
      if (from === undefined || to === undefined) throw new Error('no such pod');
      return mayConnect(system.policies, from, to, port, protocol);
    };
    const { gateway, regulation, database, kafka } = system;

    it('allow every connection that the architecture needs', () => {
      const missing: string[] = [];
      const need = (what: string, from: Place | undefined, to: Place | undefined, port: number) => {
        if (!reach(from, to, port)) missing.push(what);
      };
      need('callers to the gateway', INGRESS[set], gateway, 8080);
      need('gateway to the regulation service', gateway, regulation, 3001);
      const { deletionWorker } = system;
      need('deletion worker to the regulation service', deletionWorker, regulation, 3001);
      for (const [name, app] of Object.entries(system.apps)) {
        if (!reach(app, DNS, 53, 'UDP') || !reach(app, DNS, 53)) missing.push(`${name} to DNS`);
        for (const [place, port] of kafka) need(`${name} to Kafka ${port}`, app, place, port);
        if (name.includes('event-filter')) continue;
        for (const [place, port] of database) need(`${name} to ${port}`, app, place, port);
      }
      for (const address of INTERNET) {
        for (const port of [443, 8443, 6379]) {
          need('test runner to the internet', system.testRunner, { address }, port);
          need('deletion worker to the internet', deletionWorker, { address }, port);
        }
      }
      expect(missing).toEqual([]);
    });

    it('let only gateways and deletion workers reach the regulation service', () => {
      const others = [
        ...Object.entries(system.apps).filter(([name]) => !/gateway|deletion-worker/.test(name)),
        ['another pod', OTHER_POD] as const,
        ['a pod elsewhere', pod('elsewhere')] as const,
        ['a gateway of another release', pod('elsewhere', gateway?.labels)] as const,
        ['an address', { address: '10.0.0.9' }] as const,
      ];
      expect(others.filter(([, from]) => reach(from, regulation, 3001))).toEqual([]);
    });

    it('let only the test runner and the deletion worker reach the internet, and let no app reach the cloud metadata', () => {
      for (const app of Object.values(system.apps)) {
        const allowed = INTERNET.filter((address) => {
          return [80, 443, 5432, 9092, 9093].some((port) => reach(app, { address }, port));
        });
        const isOut = app === system.testRunner || app === system.deletionWorker;
        expect(allowed).toEqual(isOut ? INTERNET : []);
        for (const address of METADATA)
          for (const port of [53, 80, 443, 5432, 9093])
            expect([address, port, reach(app, { address }, port)]).toEqual([address, port, false]);
      }
    });

    it('deny internal addresses to the test runner and the deletion worker', () => {
      const inside = [
        '10.0.0.1',
        '172.16.0.1',
        '192.168.1.1',
        '100.64.0.1',
        '127.0.0.1',
        'fd12::1',
      ];
      inside.push('fe80::1', '::1', '::ffff:169.254.169.254');
      for (const app of [system.testRunner, system.deletionWorker]) {
        for (const address of inside) expect(reach(app, { address }, 443)).toBe(false);
        expect(reach(app, gateway, 8080)).toBe(false);
        expect(reach(app, pod('elsewhere'), 80)).toBe(false);
      }
    });

    it('let other pods reach only the port of the gateways', () => {
      for (const to of Object.values(system.pods)) {
        for (const port of [3001, 3002, 3003, 3004, 3005, 9464, 5432, 9092, 9093, 9094])
          expect(reach(OTHER_POD, to, port)).toBe(false);
      }
    });
  });

  it('allow connections only from and to the configured peers', () => {
    const system = systemOf('everything');
    const { policies, gateway, regulation } = system;
    const may = (from: Place, to: Pod | undefined, port: number) =>
      to !== undefined && mayConnect(policies, from, to, port);
    expect(may(OTHER_POD, gateway, 8080)).toBe(false);
    const prometheus = pod('monitoring', { 'app.kubernetes.io/name': 'prometheus' });
    expect(may(prometheus, regulation, 3001)).toBe(false);
    expect(may(prometheus, gateway, 8080)).toBe(false);
    for (const app of [system.testRunner ?? OTHER_POD, system.deletionWorker ?? OTHER_POD]) {
      expect(mayConnect(policies, app, pod('destinations'), 9090)).toBe(true);
      expect(mayConnect(policies, app, pod('destinations'), 80)).toBe(false);
      expect(mayConnect(policies, app, { address: '10.30.1.1' }, 8080)).toBe(true);
      expect(mayConnect(policies, app, { address: '10.31.1.1' }, 8080)).toBe(false);
      expect(mayConnect(policies, app, DNS, 5353, 'UDP')).toBe(true);
    }
  });

  it('let only Prometheus reach the metrics that it scrapes', () => {
    const { apps, policies } = systemOf('everything');
    const [monitor] = render('everything').filter(({ kind }) => kind === 'PodMonitor');
    const { podMetricsEndpoints: endpoints } = monitor?.spec as {
      podMetricsEndpoints: { port: string }[];
    };
    const prometheus = pod('monitoring', { 'app.kubernetes.io/name': 'prometheus' });
    const running = Object.entries(apps).filter(([name]) => !name.endsWith('-setup'));
    expect(running).toHaveLength(6);
    for (const [name, app] of running) {
      const ports = endpoints.flatMap(({ port }) => app.ports?.[port] ?? []);
      expect({ name, ports: ports.length }).toEqual({ name, ports: 1 });
      for (const port of ports) {
        const may = [prometheus, pod('monitoring'), OTHER_POD].map((from) =>
          mayConnect(policies, from, app, port),
        );
        expect({ name, may }).toEqual({ name, may: [true, false, false] });
      }
    }
  });

  it('let every app reach a configured span collector, only on its port', () => {
    const collectors = (set: ValueSet, port: number) => {
      const { policies, apps } = systemOf(set);
      return new Set(
        Object.entries(apps)
          .filter(([name]) => !name.endsWith('-setup'))
          .map(([, app]) => mayConnect(policies, app, pod('monitoring'), port)),
      );
    };
    expect([...collectors('everything', 4318)]).toEqual([true]);
    expect([...collectors('everything', 4317)]).toEqual([false]);
    expect([...collectors('minimal', 4318)]).toEqual([false]);
  });

  it('deny excluded public ranges to the test runner', () => {
    const reaches = (set: ValueSet, address: string) => {
      const { policies, testRunner = OTHER_POD } = systemOf(set);
      return mayConnect(policies, testRunner, { address }, 443);
    };
    for (const address of ['203.0.113.7', '2a00:1450::7']) {
      expect(reaches('minimal', address)).toBe(true);
      expect(reaches('everything', address)).toBe(false);
    }
  });

  it('have numeric egress ports, because some network plugins resolve no port names', () => {
    const ports = policiesOf(render('everything')).flatMap(({ egress = [] }) =>
      egress.flatMap((rule) => (rule.ports ?? []).map(({ port }) => typeof port)),
    );
    expect(ports).toContain('number');
    expect(ports).not.toContain('string');
  });
});

function systemOf(set: ValueSet) {
  const manifests = render(set);
  const pods = podsOf(manifests);
  const find = (name: string) => Object.entries(pods).find(([key]) => key.endsWith(name))?.[1];
  const stores = /-(?:postgres|kafka)$/;
  const own = (name: string, port: number): [Place, number][] => {
    const store = find(name);
    return store === undefined ? [] : [[store, port]];
  };
  const { database, session, kafka } = OUTSIDE[set];
  return {
    policies: policiesOf(manifests),
    pods,
    apps: Object.fromEntries(Object.entries(pods).filter(([name]) => !stores.test(name))),
    gateway: find('-gateway'),
    regulation: find('-regulation'),
    testRunner: find('-test-runner'),
    deletionWorker: find('-deletion-worker'),
    database: [...database, ...session, ...own('-postgres', 5432)],
    kafka: [...kafka, ...own('-kafka', 9092)],
  };
}

function podsOf(manifests: readonly Manifest[]): Record<string, Pod> {
  return Object.fromEntries(
    workloads(manifests).map(({ manifest, template }) => {
      const ports = template.spec.containers.flatMap(({ ports: own = [] }) =>
        own.map(({ name, containerPort }) => [name, containerPort] as const),
      );
      const labels = template.metadata.labels ?? {};
      return [
        manifest.metadata.name,
        { ...pod(NAMESPACE, labels), ports: Object.fromEntries(ports) },
      ];
    }),
  );
}
