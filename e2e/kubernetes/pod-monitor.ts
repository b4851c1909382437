import type { KubeNode, KubeObject, Pod } from './kube-node.js';
import { NAMESPACE } from './production-values.js';

interface PodMonitor extends KubeObject {
  readonly spec: {
    readonly selector: { readonly matchLabels: Readonly<Record<string, string>> };
    readonly podMetricsEndpoints: readonly { readonly port: string; readonly path: string }[];
  };
}

/**
 * Returns the URLs at which Prometheus finds the metrics of each pod: the Prometheus Operator
 * selects pods by their labels, and ports by their names.
 *
 * @returns URLs by the name of the pod
 */
export async function podMonitorAddresses(node: KubeNode): Promise<Map<string, string[]>> {
  const [monitor] = await node.list<PodMonitor>('podmonitors', '--namespace', NAMESPACE);
  const { selector, podMetricsEndpoints: endpoints } = monitor!.spec;
  const labels = Object.entries(selector.matchLabels).map((label) => label.join('='));
  const pods = await node.list<Pod>(
    ...(['pods', '--namespace', NAMESPACE, '--selector', labels.join()] as const),
  );
  return new Map(
    pods.map(({ metadata, spec, status }) => [
      metadata.name,
      spec.containers.flatMap(({ ports = [] }) =>
        ports.flatMap(({ name, containerPort }) =>
          endpoints
            .filter(({ port }) => port === name)
            .map(({ path }) => `http://${status.podIP!}:${containerPort}${path}`),
        ),
      ),
    ]),
  );
}
