import type { WorkspaceDocument } from '../workspace-file/workspace-schema.js';

/** What a first start makes, so that everything can be tried at once. */
export function demoWorkspace(token: string): WorkspaceDocument {
  return {
    workspaces: [
      {
        id: 'ws_demo',
        name: 'Demo',
        tokens: [{ name: 'demo admin', email: 'demo@example.com', token, role: 'admin' }],
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
              // With it, `suppress_with_delete` can be tried.
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
