import { BlockList, isIPv6 } from 'node:net';
import type { Labels, Manifest } from './manifest.js';

/** A pod as network policies see it. */
export interface Pod {
  readonly namespace: string;
  readonly namespaceLabels: Labels;
  readonly labels: Labels;
  readonly ports?: Readonly<Record<string, number>>;
}

/** An end of a connection: a pod, or an address that belongs to no pod. */
export type Place = Pod | { readonly address: string };

export interface Policy {
  readonly namespace: string;
  readonly podSelector: Selector;
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly protocol?: string; readonly port?: number | string }[];
}

interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
}

interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

export function policiesOf(manifests: readonly Manifest[]): Policy[] {
  return manifests
    .filter(({ kind }) => kind === 'NetworkPolicy')
    .map(({ metadata, spec }) => ({
      ...(spec as unknown as Omit<Policy, 'namespace'>),
      namespace: metadata.namespace ?? '',
    }));
}

/**
 * Returns whether the policies allow a connection. They must allow the egress of the source and the
 * ingress of the target. An `ipBlock` matches no pod, as in some network plugins.
 * https://kubernetes.io/docs/concepts/services-networking/network-policies/
 */
export function mayConnect(
  policies: readonly Policy[],
  from: Place,
  to: Place,
  port: number,
  protocol = 'TCP',
): boolean {
  const passes = (side: 'egress' | 'ingress', guarded: Place, other: Place): boolean => {
    if ('address' in guarded) return true;
    const type = side === 'egress' ? 'Egress' : 'Ingress';
    const own = policies.filter((policy) => {
      const isSelected =
        policy.namespace === guarded.namespace && selects(policy.podSelector, guarded.labels);
      return isSelected && policy.policyTypes.includes(type);
    });
    if (own.length === 0) return true;
    return own.some((policy) =>
      (policy[side] ?? []).some((rule) => {
        const peers = side === 'egress' ? rule.to : rule.from;
        return (
          (peers === undefined || peers.some((peer) => isPeer(peer, other, policy.namespace))) &&
          hasPort(rule, to, port, protocol)
        );
      }),
    );
  };
  return passes('egress', from, to) && passes('ingress', to, from);
}

function isPeer(peer: Peer, place: Place, namespace: string): boolean {
  if ('address' in place) {
    const { cidr, except = [] } = peer.ipBlock ?? {};
    if (cidr === undefined) return false;
    return contains(cidr, place.address) && !except.some((part) => contains(part, place.address));
  }
  if (peer.ipBlock !== undefined) return false;
  const inNamespace =
    peer.namespaceSelector === undefined
      ? place.namespace === namespace
      : selects(peer.namespaceSelector, place.namespaceLabels);
  return inNamespace && selects(peer.podSelector ?? {}, place.labels);
}

function hasPort({ ports }: Rule, to: Place, port: number, protocol: string): boolean {
  if (ports === undefined) return true;
  return ports.some((allowed) => {
    if ((allowed.protocol ?? 'TCP') !== protocol) return false;
    if (typeof allowed.port !== 'string') return (allowed.port ?? port) === port;
    return !('address' in to) && to.ports?.[allowed.port] === port;
  });
}

function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === 'In') return value !== undefined && values.includes(value);
      if (operator === 'NotIn') return value === undefined || !values.includes(value);
      return (operator === 'Exists') === (value !== undefined);
    })
  );
}

function contains(cidr: string, address: string): boolean {
  const [network = '', prefix = ''] = cidr.split('/');
  const family = (text: string) => (isIPv6(text) ? 'ipv6' : 'ipv4');
  if (family(network) !== family(address)) return false;
  const block = new BlockList();
  block.addSubnet(network, Number(prefix), family(network));
  return block.check(address, family(address));
}
