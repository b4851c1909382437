import { type BadRequest, DELETE, FINE, INVALID, post, REGULATIONS, USERS } from './row.js';

export const HEADERS: readonly BadRequest[] = [
  ['an empty key', ''],
  ['a key of 256 characters', 'k'.repeat(256)],
  ['a key that is not ASCII', 'schlüssel'],
  ['a tab in the key', 'a\tb'],
].map(([name, key]) =>
  post(`Idempotency-Key: ${name ?? ''}`, FINE, {
    ...INVALID,
    headers: { 'idempotency-key': key ?? '' },
    detailPath: 'Idempotency-Key',
  }),
);

export const CREDENTIALS: readonly BadRequest[] = [
  ['no credentials', ''],
  ['an unsupported scheme', 'Digest username="a"'],
  ['Bearer without a token', 'Bearer '],
  ['an unknown token', 'Bearer lth_unknown_0123456789abcdefghij'],
  ['Basic, which only /v0 accepts', `Basic ${Buffer.from('a@b.c:token').toString('base64')}`],
  ['two tokens', 'Bearer one, Bearer two'],
].map(([name, authorization]) =>
  // The body is invalid, too. An unauthenticated client must not learn anything about its body.
  post(name ?? '', '{"broken":', {
    status: 401,
    code: 'unauthorized',
    headers: { authorization: authorization ?? '' },
  }),
);

export const SCOPES: readonly BadRequest[] = [
  post('a viewer who suppresses', FINE, { status: 403, code: 'insufficient_scope', as: 'viewer' }),
  post('an editor who deletes', `{${DELETE},"destinationIds":["d"],${USERS}}`, {
    status: 403,
    code: 'insufficient_scope',
    as: 'editor',
  }),
  {
    name: 'a viewer who cancels',
    method: 'DELETE',
    path: `${REGULATIONS}/0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11`,
    status: 403,
    code: 'insufficient_scope',
    as: 'viewer',
    knownBy: 'gateway',
  },
];
