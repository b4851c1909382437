import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { skipOrFail, spawnApp, testLog, waitFor } from '@lethe/testing';

const SCRIPT = fileURLToPath(new URL('../../deploy/tools/kube-node.sh', import.meta.url));
const FOREIGN_KINDS = new URL('../../deploy/tools/support/foreign-kinds.mjs', import.meta.url).href;
const OUTPUT_BYTES = 64 * 1024 * 1024;

/** An object of the API server, with the members that tests use. */
export interface KubeObject {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly deletionTimestamp?: string;
  };
}

/** A pod, with the members that tests use. */
export interface Pod extends KubeObject {
  readonly spec: {
    readonly containers: readonly {
      readonly image: string;
      readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
    }[];
  };
  readonly status: {
    readonly podIP?: string;
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
    readonly containerStatuses?: readonly { readonly restartCount: number }[];
  };
}

/**
 * The Kubernetes node of deploy/tools/kube-node.sh. The test runs in the network namespace of the
 * node, so it reaches pods and services, and pods reach the servers of the test.
 */
export class KubeNode {
  /** IPv4 address of the node. Pods reach servers of the test on it. */
  readonly address = '10.240.0.1';
  /** Networks (CIDRs) of the pods. */
  readonly podNetworks = ['10.244.0.0/16'];

  /** @param folder folder of the node */
  private constructor(readonly folder: string) {}

  /** @throws Error if the tests do not run beside a node */
  static ofThisRun(): KubeNode {
    const folder = process.env.LETHE_TEST_KUBE_NODE;
    if (folder === undefined) throw new Error(MISSING);
    return new KubeNode(folder);
  }

  /** @returns standard output @throws Error with the error output */
  kubectl(...args: readonly string[]): Promise<string> {
    return this.run('kubectl', args);
  }

  /** @returns standard output @throws Error with the error output */
  helm(...args: readonly string[]): Promise<string> {
    return this.run('helm', args);
  }

  /** Starts Helm, and kills it when the condition holds. */
  async killHelmWhen(args: readonly string[], condition: () => Promise<boolean>): Promise<void> {
    const command = join(this.folder, 'bin', 'helm');
    const helm = spawnApp({ command, args, env: this.environment });
    await waitFor(condition, {
      intervalMs: 50,
      message: () => `a state to kill Helm:\n${helm.output}`,
    });
    helm.kill('SIGKILL');
    expect(await helm.exited).toEqual({ code: null, signal: 'SIGKILL' });
  }

  /** Creates or changes objects. */
  async apply(...objects: readonly object[]): Promise<void> {
    const list = { apiVersion: 'v1', kind: 'List', items: objects };
    await this.run('kubectl', ['apply', '--filename', '-'], JSON.stringify(list));
  }

  /**
   * Returns objects of one kind.
   *
   * @param options arguments of `kubectl get`, such as a namespace and a selector
   */
  async list<T extends KubeObject>(kind: string, ...options: readonly string[]): Promise<T[]> {
    const text = await this.kubectl('get', kind, '--output', 'json', ...options);
    return (JSON.parse(text) as { items: T[] }).items;
  }

  /** Creates the kinds of other projects that the chart uses, such as `PodMonitor`. */
  async createForeignKinds(): Promise<void> {
    const { FOREIGN_KINDS: kinds } = (await import(FOREIGN_KINDS)) as {
      readonly FOREIGN_KINDS: readonly KubeObject[];
    };
    await this.apply(...kinds);
    const names = kinds.map(({ metadata }) => `crd/${metadata.name}`);
    await this.kubectl('wait', '--for=condition=Established', ...names);
  }

  /** Gives the node images that deploy/tools/images.sh has built. */
  async load(...images: readonly string[]): Promise<void> {
    await execute('bash', [SCRIPT, 'load', this.folder, ...images], process.env);
  }

  private get environment(): Record<string, string> {
    return {
      PATH: process.env.PATH ?? '',
      HOME: this.folder, // Helm writes its settings there
      KUBECONFIG: join(this.folder, 'kubeconfig'),
    };
  }

  private async run(program: string, args: readonly string[], input = ''): Promise<string> {
    testLog(`${program} ${args.join(' ')}`);
    const output = await execute(join(this.folder, 'bin', program), args, this.environment, input);
    testLog(output);
    return output;
  }
}

/** `describe` for tests on a node. Without one, it skips them. */
export function describeOnKubernetes(name: string, tests: () => void): void {
  const { LETHE_TEST_KUBE_NODE: folder } = process.env;
  skipOrFail('a node', folder === undefined ? MISSING : undefined, name, tests, false);
}

const MISSING = 'there is no node: run "npm run test:long -- e2e/kubernetes" as root';

async function execute(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input = '',
): Promise<string> {
  const running = promisify(execFile)(program, args, { env, maxBuffer: OUTPUT_BYTES });
  running.child.stdin?.end(input);
  const { stdout, stderr } = await running;
  if (stderr !== '') testLog(stderr);
  return stdout;
}
