import { describeWithHelm, render, SETS } from './support/chart.js';
import { containersOf, workloads, type PodTemplate } from './support/manifest.js';

/** Volume types that the restricted standard allows. */
const VOLUMES = ['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral'];
VOLUMES.push('persistentVolumeClaim', 'projected', 'secret');

/** Checks https://kubernetes.io/docs/concepts/security/pod-security-standards/#restricted. */
function violations(template: PodTemplate): string[] {
  const { spec } = template;
  const found: string[] = [];
  if (spec.hostNetwork || spec.hostPID || spec.hostIPC) found.push('a namespace of the host');
  for (const { name, ...kinds } of spec.volumes ?? []) {
    for (const kind of Object.keys(kinds))
      if (!VOLUMES.includes(kind)) found.push(`volume ${name} is a ${kind}`);
  }
  for (const container of containersOf(template)) {
    const { name, securityContext: own = {} } = container;
    const effective = { ...spec.securityContext, ...own };
    const check = (ok: boolean, what: string): void => {
      if (!ok) found.push(`${name}: ${what}`);
    };
    check(own.privileged !== true, 'privileged');
    check(own.allowPrivilegeEscalation === false, 'allowPrivilegeEscalation');
    check(effective.runAsNonRoot === true, 'runAsNonRoot');
    check(effective.runAsUser !== 0, 'runAsUser');
    check(effective.seccompProfile?.type === 'RuntimeDefault', 'seccompProfile');
    check(own.capabilities?.drop?.includes('ALL') === true, 'capabilities');
    check((own.capabilities?.add ?? []).length === 0, 'added capabilities');
  }
  return found;
}

describeWithHelm('every pod', () => {
  describe.each(SETS)('of the values "%s"', (set) => {
    const all = workloads(render(set)).map(
      ({ manifest, template }) => [manifest.metadata.name, template] as const,
    );

    it.each(all)('%s follows the restricted Pod Security Standard', (_, template) => {
      expect(violations(template)).toEqual([]);
    });

    it.each(all)('%s has no cluster token and no service variables', (_, { spec }) => {
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        enableServiceLinks: false,
      });
      const account = render(set).find(({ kind, metadata }) => {
        return kind === 'ServiceAccount' && metadata.name === spec.serviceAccountName;
      });
      expect(account).toMatchObject({ automountServiceAccountToken: false });
    });

    it.each(all)('%s can write only to its volumes', (name, template) => {
      for (const { securityContext, volumeMounts = [] } of containersOf(template)) {
        const isTree = securityContext?.readOnlyRootFilesystem;
        // The Kafka image of the demo writes its configuration when it starts.
        expect(isTree).toBe(!name.endsWith('-kafka'));
        const writable = volumeMounts.filter(({ readOnly }) => readOnly !== true);
        expect(writable.map(({ mountPath }) => mountPath)).toContain('/tmp');
      }
    });
  });
});
