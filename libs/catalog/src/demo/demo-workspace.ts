import type { WorkspaceDocument } from '../workspace-file/workspace-schema.js';

/** Returns the demo workspace, with one resource of each kind that a first test needs. */
export function demoWorkspace(token: string): WorkspaceDocument {
  return {
    workspaces: [
      {
        id: 'ws_demo',
        name: 'Demo',
        deletionDelay: 0, // a deletion in the demo starts at once
        tokens: [{ name: 'demo admin', email: 'demo@example.com', token, role: 'owner' }],
        sources: [
          { id: 'src_web', name: 'Website', type: 'Javascript', enabled: true, config: {} },
        ],
        destinations: [
          {
            id: 'dst_hook',
            name: 'Ops webhook',
            type: 'WEBHOOK',
            enabled: true,
            connectionMode: 'cloud',
            config: {
              webhookUrl: 'https://example.com/hook',
              webhookMethod: 'POST',
              headers: [],
              // Required to try `suppress_with_delete`.
              deletionUrl: 'https://example.com/delete',
            },
          },
        ],
        connections: [{ sourceId: 'src_web', destinationId: 'dst_hook', enabled: true }],
        transformations: [
          {
            id: 'tr_mask',
            name: 'Mask e-mail',
            code: 'export function transformEvent(event) { delete event.context?.traits?.email; return event; }',
          },
        ],
        libraries: [],
        credentials: [],
        dataPlanes: [],
      },
    ],
    namespaces: [],
  };
}
