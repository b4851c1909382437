#!/usr/bin/env node
// Installs, upgrades, rolls back and uninstalls the chart on a real API server, for each set of
// values, in a namespace that enforces the restricted Pod Security Standard. Creates each hook and
// each pod as a dry run. A dry run schedules no pod, so the server needs no nodes. The script ends
// with code 1 at the first refusal or warning.
// Usage: node deploy/tools/try-on-api-server.mjs <kubeconfig> [set…]
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import yaml from 'yaml';
import { chartTools } from './chart-tools.mjs';
import { FOREIGN_KINDS } from './support/foreign-kinds.mjs';
import { KubeClient } from './support/kube-client.mjs';

const chart = fileURLToPath(new URL('../helm/lethe', import.meta.url));
const SETS = {
  demo: 'values-demo.yaml',
  minimal: 'ci/minimal-values.yaml',
  production: 'values-production.yaml',
  everything: 'ci/everything-values.yaml',
};
const RELEASE = 'lethe';
// Kubernetes 1.34 warns about its own default in every headless Service.
const TOLERATED = /spec\.SessionAffinity is ignored for headless services/;
const run = promisify(execFile);

const [kubeconfig, ...chosen] = process.argv.slice(2);
if (kubeconfig === undefined) {
  console.error('Usage: node deploy/tools/try-on-api-server.mjs <kubeconfig> [set…]');
  process.exit(2);
}
const tools = await chartTools();
if ('missing' in tools) {
  console.error(tools.missing);
  process.exit(1);
}
const kube = new KubeClient(kubeconfig);

try {
  const { body } = await kube.call('GET', '/version');
  console.log(`Kubernetes ${body.gitVersion}`);
  await createForeignKinds();
  for (const set of chosen.length > 0 ? chosen : Object.keys(SETS)) await trySet(set);
} catch (error) {
  console.error(`FAILED ${error.stderr ?? ''}${error.message}`);
  process.exitCode = 1;
}

/** Creates the kinds of other projects. */
async function createForeignKinds() {
  for (const definition of FOREIGN_KINDS) {
    if ((await kube.read(definition)) !== undefined) continue;
    await kube.create(definition);
    const isEstablished = async () => {
      const { status } = (await kube.read(definition)) ?? {};
      return status?.conditions?.some(
        ({ type, status: is }) => type === 'Established' && is === 'True',
      );
    };
    while (!(await isEstablished())) await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function trySet(set) {
  const namespace = `lethe-try-${set}-${randomBytes(3).toString('hex')}`;
  const restricted = ['enforce', 'warn', 'audit'].map((mode) => [
    `pod-security.kubernetes.io/${mode}`,
    'restricted',
  ]);
  const home = {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace, labels: Object.fromEntries(restricted) },
  };
  await kube.create(home);
  const helm = async (...args) => {
    const { stdout, stderr } = await run(
      tools.helm,
      [...args, '--namespace', namespace, '--kubeconfig', kubeconfig],
      { maxBuffer: 16 * 1024 * 1024 },
    );
    const warnings = stderr
      .split('\n')
      .filter((line) => line.trim() !== '' && !TOLERATED.test(line));
    if (warnings.length > 0) throw new Error(`helm ${args[0]} warns: ${warnings.join('; ')}`);
    return stdout;
  };
  const values = ['--values', `${chart}/${SETS[set]}`];
  try {
    await helm('install', RELEASE, chart, '--no-hooks', ...values);
    const installed = await manifestsOf(helm('get', 'manifest', RELEASE));
    for (const manifest of installed) await expectThere(manifest);
    console.log(`${set}: installed ${installed.length} objects`);

    const hooks = await manifestsOf(helm('get', 'hooks', RELEASE));
    for (const hook of hooks) await withoutWarning(hook, { dryRun: true });
    console.log(`${set}: ${hooks.length} hooks admitted`);
    // The server admits a pod only if its service account exists.
    const accounts = hooks.filter(({ kind }) => kind === 'ServiceAccount');
    for (const account of accounts) await withoutWarning(account);
    const pods = [...installed, ...hooks].flatMap((manifest) => podOf(manifest));
    for (const pod of pods) await withoutWarning(pod, { dryRun: true });
    console.log(`${set}: ${pods.length} pods admitted without a warning`);
    for (const account of accounts) await kube.delete(account);

    const levelOf = async () =>
      JSON.stringify(await gatewayOf(installed)).match(/"LOG_LEVEL","value":"(\w+)"/)?.[1];
    const before = await levelOf();
    const secret = await secretOf(installed);
    await helm('upgrade', RELEASE, chart, '--no-hooks', ...values, '--set', 'logLevel=trace');
    if ((await levelOf()) !== 'trace') throw new Error('the upgrade changed nothing');
    if ((await secretOf(installed)) !== secret) throw new Error('the upgrade made other secrets');
    await helm('rollback', RELEASE, '1', '--no-hooks');
    if ((await levelOf()) !== before) throw new Error('the rollback changed nothing');
    console.log(`${set}: upgraded and rolled back`);

    await helm('uninstall', RELEASE, '--no-hooks');
    for (const manifest of installed) await expectGone(manifest);
    console.log(`${set}: uninstalled, nothing is left`);
  } finally {
    await kube.delete(home);
  }
}

async function manifestsOf(text) {
  return yaml
    .parseAllDocuments(await text)
    .map((document) => document.toJS())
    .filter((manifest) => manifest !== null);
}

async function withoutWarning(manifest, options) {
  const warnings = await kube.create(manifest, options);
  if (warnings.length > 0)
    throw new Error(`${manifest.kind} ${manifest.metadata.name}: ${warnings.join('; ')}`);
}

async function expectThere(manifest) {
  if ((await kube.read(manifest)) === undefined)
    throw new Error(`${manifest.kind} ${manifest.metadata.name} has not been made`);
}

/**
 * Accepts objects that are marked for deletion, because a server without a garbage collector keeps
 * them.
 */
async function expectGone(manifest) {
  const left = await kube.read(manifest);
  if (left !== undefined && left.metadata.deletionTimestamp === undefined)
    throw new Error(`${manifest.kind} ${manifest.metadata.name} is still there`);
}

function podOf({ metadata, spec }) {
  if (spec?.template?.spec === undefined) return [];
  const { template, volumeClaimTemplates = [] } = spec;
  const claims = volumeClaimTemplates.map((claim) => ({
    name: claim.metadata.name,
    persistentVolumeClaim: { claimName: claim.metadata.name },
  }));
  const volumes = [...(template.spec.volumes ?? []), ...claims];
  return [
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { ...template.metadata, name: metadata.name, namespace: metadata.namespace },
      spec: { ...template.spec, volumes },
    },
  ];
}

function gatewayOf(manifests) {
  return kube.read(
    manifests.find(
      ({ kind, metadata }) => kind === 'Deployment' && metadata.name.endsWith('-gateway'),
    ),
  );
}

/** Returns the data of the Secret that the chart created; an upgrade must keep it. */
async function secretOf(manifests) {
  const secret = manifests.find(({ kind }) => kind === 'Secret');
  return secret === undefined ? undefined : JSON.stringify((await kube.read(secret))?.data);
}
