/** The fields of Kubernetes objects that tests read. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata & { readonly name: string; readonly namespace?: string };
  readonly spec?: Record<string, unknown>;
  readonly stringData?: Labels;
}

export interface Metadata {
  readonly labels?: Labels;
  readonly annotations?: Labels;
}

export type Labels = Readonly<Record<string, string>>;

export interface PodTemplate {
  readonly metadata: Metadata;
  readonly spec: PodSpec;
}

export interface PodSpec {
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly securityContext?: SecurityContext;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly Volume[];
}

export interface SecurityContext {
  readonly runAsNonRoot?: boolean;
  readonly runAsUser?: number;
  readonly seccompProfile?: { readonly type: string };
  readonly privileged?: boolean;
  readonly allowPrivilegeEscalation?: boolean;
  readonly readOnlyRootFilesystem?: boolean;
  readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly envFrom?: readonly unknown[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly securityContext?: SecurityContext;
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly resources?: Readonly<Record<'requests' | 'limits', Labels>>;
  readonly volumeMounts?: readonly {
    readonly name: string;
    readonly mountPath: string;
    readonly readOnly?: boolean;
  }[];
}

export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number };
  readonly tcpSocket?: { readonly port: string | number };
  readonly exec?: { readonly command: readonly string[] };
}

export interface Item {
  readonly key: string;
  readonly path: string;
}

export interface Volume {
  readonly name: string;
  readonly secret?: { readonly secretName: string; readonly items?: readonly Item[] };
  readonly configMap?: { readonly name: string; readonly items?: readonly Item[] };
  readonly emptyDir?: object;
  readonly projected?: {
    readonly sources: readonly {
      readonly secret?: { readonly name: string; readonly items?: readonly Item[] };
    }[];
  };
}

/** A pod template and the object that creates its pods. */
export interface Workload {
  readonly manifest: Manifest;
  readonly template: PodTemplate;
}

/** @returns the pod templates of all Deployments, StatefulSets and Jobs */
export function workloads(manifests: readonly Manifest[]): Workload[] {
  return manifests.flatMap((manifest) => {
    const template = manifest.spec?.template as PodTemplate | undefined;
    return template?.spec === undefined ? [] : [{ manifest, template }];
  });
}

export function containersOf({ spec }: PodTemplate): Container[] {
  return [...(spec.initContainers ?? []), ...spec.containers];
}

/** @returns name of the app in an image of Lethe; undefined for other images */
export function appOf(container: Container): string | undefined {
  return /^[a-z.]+\/lethe\/([a-z-]+)[:@]/.exec(container.image)?.[1];
}
