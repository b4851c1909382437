import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const TOKENS = {
  admin: 'lth_e2e_admin_0123456789abcdefghijkl',
  editor: 'lth_e2e_editor_0123456789abcdefghijk',
  viewer: 'lth_e2e_viewer_0123456789abcdefghijk',
  /** Token that one test revokes. No other test uses it. */
  shortLived: 'lth_e2e_short_0123456789abcdefghijkl',
  otherAdmin: 'lth_e2e_other_0123456789abcdefghijkl',
  /** Token of the admin of the workspace whose deletions are due at once. */
  deleter: 'lth_e2e_deleter_0123456789abcdefghij',
} as const;

export const DATA_PLANES = {
  workspace: 'lth_e2e_dp_0123456789abcdefghijklmno',
  other: 'lth_e2e_dp_other_0123456789abcdefghi',
  /** Secret for the namespace. */
  namespace: 'lth_e2e_dp_ns_0123456789abcdefghijkl',
} as const;

/** Secret in the configuration of the destinations that delete. */
export const DELETION_SECRET = 'whsec_ZTJlX2RlbGV0aW9uX3NlY3JldA==';

export const WORKSPACE = 'ws_e2e';
export const OTHER_WORKSPACE = 'ws_other';
/** Namespace of both workspaces. */
export const NAMESPACE = 'ns_e2e';

export const IDS = {
  web: 'src_web',
  app: 'src_app',
  hook: 'dst_hook',
  /** A destination that would delete, but runs on the device. */
  deviceHook: 'dst_device',
  /** A destination without an address for deletions. */
  deafHook: 'dst_deaf',
  foreignSource: 'src_foreign',
  foreignHook: 'dst_foreign',
} as const;

const hook = (config: object) => ({ webhookUrl: 'http://127.0.0.1:9/hook', ...config });
const deleting = hook({
  deletionUrl: 'http://127.0.0.1:9/delete',
  deletionSecret: DELETION_SECRET,
});

/** Default workspaces of the workspace file. */
export const WORKSPACES = [
  {
    id: WORKSPACE,
    name: 'End to end',
    tokens: [
      { name: 'admin', email: 'admin@e2e.example', token: TOKENS.admin, role: 'owner' },
      { name: 'editor', email: 'editor@e2e.example', token: TOKENS.editor, role: 'editor' },
      { name: 'viewer', email: 'viewer@e2e.example', token: TOKENS.viewer, role: 'viewer' },
      { name: 'short-lived', email: 's@e2e.example', token: TOKENS.shortLived, role: 'viewer' },
    ],
    sources: [
      { id: IDS.web, name: 'Website', type: 'Javascript', enabled: true, writeKey: 'wk_e2e_web' },
      { id: IDS.app, name: 'App', type: 'Android', enabled: true, writeKey: 'wk_e2e_app' },
    ],
    destinations: [
      { id: IDS.hook, name: 'Hook', type: 'WEBHOOK', enabled: true, config: deleting },
      {
        id: IDS.deviceHook,
        name: 'Hook on the device',
        type: 'WEBHOOK',
        enabled: true,
        connectionMode: 'device',
        config: deleting,
      },
      { id: IDS.deafHook, name: 'Deaf hook', type: 'WEBHOOK', enabled: true, config: hook({}) },
    ],
    connections: [{ sourceId: IDS.web, destinationId: IDS.hook, enabled: true }],
    dataPlanes: [{ name: 'data plane', token: DATA_PLANES.workspace }],
  },
  {
    id: OTHER_WORKSPACE,
    name: 'Another workspace',
    tokens: [
      { name: 'admin', email: 'admin@other.example', token: TOKENS.otherAdmin, role: 'admin' },
    ],
    sources: [
      { id: IDS.foreignSource, name: 'Site', type: 'Javascript', enabled: true, writeKey: 'wk_o' },
    ],
    destinations: [
      { id: IDS.foreignHook, name: 'Hook', type: 'WEBHOOK', enabled: true, config: deleting },
    ],
    dataPlanes: [{ name: 'data plane', token: DATA_PLANES.other }],
  },
];

const NAMESPACES = [
  {
    id: NAMESPACE,
    workspaces: [WORKSPACE, OTHER_WORKSPACE],
    dataPlanes: [{ name: 'data plane', token: DATA_PLANES.namespace }],
  },
];

/**
 * @param workspaces workspaces instead of the default ones; they have no namespace
 * @returns path of the workspace file
 */
export function writeWorkspaceFile(folder: string, workspaces?: readonly object[]): string {
  const document = workspaces === undefined ? OURS : { workspaces };
  const file = join(folder, 'workspaces.json');
  writeFileSync(file, JSON.stringify(document));
  return file;
}

const OURS = { workspaces: WORKSPACES, namespaces: NAMESPACES };
