/** The workspace that all benchmarks act in. */
export const WORKSPACE = 'ws_bench';
export const TOKEN = 'lth_bench_0123456789abcdefghijkl';
export const TOPIC_PREFIX = 'lethe.';

/** Encrypts nothing that matters. */
export const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');

/** The workspace with a webhook and a transformation in front of it. */
export function withDestination({ url, code, library }) {
  const [workspace] = WORKSPACE_FILE.workspaces;
  return {
    workspaces: [
      {
        ...workspace,
        transformations: [{ id: 'tr_bench', name: 'bench', code }],
        libraries: [{ id: 'lib_bench', ...library }],
        destinations: [
          {
            id: 'dst_bench',
            name: 'Bench',
            type: 'WEBHOOK',
            config: { webhookUrl: url, webhookMethod: 'POST', headers: [] },
            transformation: 'tr_bench',
          },
        ],
      },
    ],
  };
}

/** As `LETHE_WORKSPACE_FILE` wants it. */
export const WORKSPACE_FILE = {
  workspaces: [
    {
      id: WORKSPACE,
      name: 'Bench',
      tokens: [{ name: 'bench', email: 'bench@example.com', token: TOKEN, role: 'admin' }],
    },
  ],
};
