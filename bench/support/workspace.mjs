/** The workspace that all benchmarks act in. */
export const WORKSPACE = 'ws_bench';
export const TOKEN = 'lth_bench_0123456789abcdefghijkl';
export const TOPIC_PREFIX = 'lethe.';

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
