import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@lethe/testing';
import { describeOnKubernetes, KubeNode } from './kubernetes/kube-node.js';
import { APPS, TAG } from './kubernetes/kube-system.js';
import { Api } from './support/api.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const CHART = join(ROOT, 'deploy/helm/lethe');
const NAMESPACE = 'lethe-demo';
/** Images of the same software, because the official images cannot be pulled on the node. */
const POSTGRES = 'localhost/stand-in/postgres:15';
const KAFKA = 'localhost/stand-in/kafka:4.1.0';
const VALUES = [
  ...['--values', join(CHART, 'values-demo.yaml')],
  ...['--set', 'image.registry=localhost', '--set', 'image.pullPolicy=Never'],
  ...['--set', `demo.postgres.image=${POSTGRES}`, '--set', `demo.kafka.image=${KAFKA}`],
];

/** Returns a default StorageClass, and a disk on the node for each of the names. */
function disks(folder: string, names: readonly string[]): object[] {
  const storageClass = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: {
      name: 'node',
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    },
    provisioner: 'kubernetes.io/no-provisioner',
    volumeBindingMode: 'WaitForFirstConsumer',
  };
  const onNode = { key: 'kubernetes.io/hostname', operator: 'In', values: ['node'] };
  const volumes = names.map((name) => {
    const path = join(folder, 'disks', name);
    mkdirSync(path, { recursive: true });
    return {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name },
      spec: {
        capacity: { storage: '2Gi' },
        accessModes: ['ReadWriteOnce'],
        storageClassName: 'node',
        local: { path },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [onNode] }] } },
      },
    };
  });
  return [storageClass, ...volumes];
}

describeOnKubernetes('the demo on Kubernetes, as in docs/kubernetes.md', () => {
  let node: KubeNode;
  let api: Api;
  const inNamespace = (...args: readonly string[]) =>
    node.kubectl(...args, '--namespace', NAMESPACE);
  const secret = () => inNamespace('get', 'secret', 'lethe-demo', '--output', 'jsonpath={.data}');

  beforeAll(async () => {
    node = KubeNode.ofThisRun();
    await node.load(...APPS.map((app) => `localhost/lethe/${app}:${TAG}`), POSTGRES, KAFKA);
    await node.apply(...disks(node.folder, ['disk-1', 'disk-2']));
    await node.kubectl('create', 'namespace', NAMESPACE);
    await node.kubectl(
      ...['label', 'namespace', NAMESPACE, 'pod-security.kubernetes.io/enforce=restricted'],
    );
    await node.helm('install', 'lethe', CHART, '--namespace', NAMESPACE, ...VALUES);
    await inNamespace('rollout', 'status', 'deployment/lethe-gateway', '--timeout', '10m').catch(
      async (error: unknown) => {
        const pods = await inNamespace('describe', 'pods');
        throw new Error(`${String(error)}\n${pods}`, { cause: error });
      },
    );
    const place = await inNamespace(
      ...['get', 'service/lethe-gateway', '--output', 'jsonpath={.spec.clusterIP}'],
    );
    const { token } = JSON.parse(await secret()) as { token: string };
    api = new Api(`http://${place}`, Buffer.from(token, 'base64').toString());
  });
  afterAll(async () => {
    await node.kubectl('delete', 'namespace', NAMESPACE, '--ignore-not-found');
  });

  it('creates a regulation', async () => {
    expect(await api.suppress('user-1')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('runs a test that sends nothing', async () => {
    const body = {
      message: { type: 'track', event: 'Order', userId: 'user-1' },
      stage: { user_transform: true, dest_transform: true },
    };
    // Until a runner has joined its group, the run ends with 504.
    await waitFor(async () => {
      const answer = await api.request('POST', '/v0/testDestination/dst_hook', { body });
      return answer.status === 200 && answer.text.includes('dest_transformed_payload');
    });
  });

  it('keeps its passwords, keys and data in an upgrade', async () => {
    const before = await secret();
    await node.helm(
      ...['upgrade', 'lethe', CHART, '--namespace', NAMESPACE, ...VALUES],
      ...['--set', 'logLevel=debug', '--wait', '--timeout', '10m'],
    );
    expect(await secret()).toBe(before);
    const { data } = await api.list();
    expect(data.map(({ attributes }) => attributes.userId)).toEqual(['user-1']);
  });

  it('is removed completely, with its disks', async () => {
    await node.helm('uninstall', 'lethe', '--namespace', NAMESPACE, '--wait');
    const kinds =
      'all,secrets,configmaps,persistentvolumeclaims,networkpolicies,poddisruptionbudgets';
    const left = () => inNamespace('get', kinds, '--output', 'name');
    // Kubernetes itself creates this object in each namespace.
    await waitFor(async () => (await left()) === 'configmap/kube-root-ca.crt\n', {
      message: 'all objects to be removed',
    });
    expect(await inNamespace('get', 'serviceaccounts', '--output', 'name')).toBe(
      'serviceaccount/default\n',
    );
  });

  it('is rendered the same twice with a seed', async () => {
    const render = () =>
      node.helm(
        'template',
        'lethe',
        CHART,
        ...VALUES,
        '--set-string',
        `demo.seed=${'x'.repeat(16)}`,
      );
    expect(await render()).toBe(await render());
  });
});
