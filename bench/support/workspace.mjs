export const WORKSPACE = 'ws_bench';
export const TOKEN = 'lth_bench_0123456789abcdefghijkl';
export const OTHER_TOKEN = 'lth_other_0123456789abcdefghijkl';
export const TOPIC_PREFIX = 'lethe.';

/** Encrypts only test data. */
export const SECRET_KEY = Buffer.alloc(32, 7).toString('base64');
/** Signs the calls of deletions. */
export const SIGNING_SECRET = Buffer.alloc(24, 7);

const RATES = ['TOKEN', 'WORKSPACE', 'USERS', 'TESTS', 'DATA_PLANE'];
const ratesOf = (rate) => Object.fromEntries(RATES.map((name) => [`LETHE_RATE_${name}`, rate]));
/**
 * Limits so high that requests are counted and none is refused: the benchmarks measure Lethe, not
 * its limits.
 */
export const ROOMY_RATES = ratesOf('1000000');
/** No limits: no request is counted. */
export const NO_RATES = ratesOf('0');

/**
 * Returns a workspace for `LETHE_WORKSPACE_FILE`.
 *
 * @param token of an admin; without it, the workspace has no token
 */
export function workspaceOf(id, token, more = {}) {
  const email = `${id}@example.com`;
  const tokens = token === undefined ? [] : [{ name: 'bench', email, token, role: 'admin' }];
  return { id, name: id, tokens, ...more };
}

/** Returns the workspace of all benchmarks. @param more further members of it */
export function benchWorkspace(more) {
  return workspaceOf(WORKSPACE, TOKEN, more);
}

/** @param more further members of the destination */
export function destination(id, type, config, more = {}) {
  return { id, name: id, type, config, ...more };
}

/** Returns a destination for test runs. */
export function webhook(id, url, more) {
  return destination(id, 'WEBHOOK', { webhookUrl: url, webhookMethod: 'POST', headers: [] }, more);
}

/** Returns a destination for deletions. */
export function deletionHook(id, receiver) {
  const deletionSecret = `whsec_${SIGNING_SECRET.toString('base64')}`;
  return destination(id, 'WEBHOOK', { deletionUrl: `${receiver}/${id}`, deletionSecret });
}

/** Returns ids of destinations: `name_0`, `name_1`, … */
export function idsOf(name, count) {
  return Array.from({ length: count }, (_, n) => `${name}_${n}`);
}
