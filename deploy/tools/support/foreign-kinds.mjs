/**
 * Custom resource definitions of other projects whose kinds the chart uses. They accept any fields.
 */
export const FOREIGN_KINDS = [
  kind('gateway.networking.k8s.io', 'v1', 'HTTPRoute', 'httproutes'),
  kind('cert-manager.io', 'v1', 'Certificate', 'certificates'),
  kind('monitoring.coreos.com', 'v1', 'PodMonitor', 'podmonitors'),
  kind('monitoring.coreos.com', 'v1', 'PrometheusRule', 'prometheusrules'),
];

function kind(group, version, name, plural) {
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${plural}.${group}`,
      annotations: { 'api-approved.kubernetes.io': 'unapproved, a placeholder for tests' },
    },
    spec: {
      group,
      scope: 'Namespaced',
      names: { kind: name, plural, singular: name.toLowerCase() },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: {
            openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
          },
        },
      ],
    },
  };
}
