import { TOKENS, WORKSPACE } from '../support/workspaces.js';

/** A token with the right to transform events, but not to send them. */
export const RUN_ONLY = 'lth_e2e_runonly_0123456789abcdefghij';
/** A header value that must not appear in an answer. */
export const HOOK_SECRET = 'hook-s3cr3t-0123456789';

const transformation = (id: string, code: string) => ({ id, name: `${id}.js`, code });

const TRANSFORMATIONS = [
  transformation(
    'tr_mask',
    `import { hide } from 'pii';
     export function transformEvent(event) {
       log('masking', event.type);
       event.context = { ...event.context, email: hide(event.context?.email) };
       return event;
     }`,
  ),
  transformation(
    'tr_throw',
    `export function transformEvent(event) {
  const nothing = undefined;
  return nothing.property;
}`,
  ),
  transformation('tr_drop', 'export function transformEvent() { return null; }'),
  transformation(
    'tr_split',
    'export async function transformBatch(events) { return [...events, ...events].map((e, n) => ({ ...e, part: n })); }',
  ),
  transformation(
    'tr_ten',
    'export function transformBatch([event]) { return Array.from({ length: 10 }, (_, n) => ({ ...event, part: n })); }',
  ),
  transformation('tr_loop', 'export function transformEvent() { for (;;); }'),
];

/**
 * Returns workspaces with destinations and sources for the Test API. The destinations send to a
 * receiver.
 */
export function testApiWorkspaces(receiver: string): readonly object[] {
  const hook = (id: string, path: string, more: object = {}) => ({
    id,
    name: `Name of ${id}`,
    type: 'WEBHOOK',
    config: { webhookUrl: `${receiver}${path}`, webhookMethod: 'POST', headers: [] },
    ...more,
  });
  return [
    {
      id: WORKSPACE,
      name: 'Test API',
      tokens: [
        { name: 'admin', email: 'admin@e2e.example', token: TOKENS.admin, role: 'admin' },
        { name: 'editor', email: 'editor@e2e.example', token: TOKENS.editor, role: 'editor' },
        { name: 'viewer', email: 'viewer@e2e.example', token: TOKENS.viewer, role: 'viewer' },
        { name: 'run', email: 'run@e2e.example', token: RUN_ONLY, scopes: ['tests:run'] },
      ],
      transformations: TRANSFORMATIONS,
      libraries: [{ id: 'lib_pii', name: 'pii', code: "export const hide = () => '***';" }],
      sources: [
        { id: 'src_web', name: 'Website', type: 'Javascript' },
        { id: 'src_off', name: 'Switched off', type: 'Javascript', enabled: false },
        { id: 'src_alone', name: 'Alone', type: 'Javascript' },
        { id: 'src_secret', name: 'In front of a secret', type: 'Javascript' },
      ],
      destinations: [
        hook('dst_hook', '/hook', {
          transformation: 'tr_mask',
          config: {
            webhookUrl: `${receiver}/hook`,
            webhookMethod: 'POST',
            headers: [{ from: 'X-Api-Key', to: HOOK_SECRET }],
          },
        }),
        hook('dst_plain', '/plain'),
        hook('dst_off', '/off', { enabled: false }),
        hook('dst_throw', '/hook', { transformation: 'tr_throw' }),
        hook('dst_drop', '/hook', { transformation: 'tr_drop' }),
        hook('dst_split', '/split', { transformation: 'tr_split' }),
        hook('dst_loop', '/hook', { transformation: 'tr_loop' }),
        hook('dst_nourl', '', { config: {} }),
        hook('dst_rejects', '/status/422'),
        hook('dst_text', '/text'),
        hook('dst_redirects', '/redirect'),
        hook('dst_resets', '/reset'),
        hook('dst_large', '/bytes/10000000'),
        hook('dst_ten_held', '/held/2', { transformation: 'tr_ten' }),
        hook('dst_slow', '/slow/200'),
        hook('dst_held', '/held/0'),
        { id: 'dst_queue', name: 'Name of dst_queue', type: 'KAFKA', config: {} },
      ],
      connections: [
        { sourceId: 'src_web', destinationId: 'dst_plain' },
        { sourceId: 'src_web', destinationId: 'dst_off' },
        { sourceId: 'src_web', destinationId: 'dst_queue' },
        { sourceId: 'src_web', destinationId: 'dst_throw' },
        { sourceId: 'src_off', destinationId: 'dst_off' },
        { sourceId: 'src_secret', destinationId: 'dst_hook' },
      ],
    },
    {
      id: 'ws_other',
      name: 'Another workspace',
      tokens: [
        { name: 'admin', email: 'admin@other.example', token: TOKENS.otherAdmin, role: 'admin' },
      ],
      destinations: [hook('dst_foreign', '/foreign')],
      sources: [{ id: 'src_foreign', name: 'Site', type: 'Javascript' }],
    },
  ];
}
