import { get, INVALID, NOT_FOUND, quoted, type BadRequest, type Expectation } from './row.js';

const JOBS = '/v2/deletion-jobs';
const TOKEN = '"leaseToken":"5b0e4a9e-3c1d-4f0e-9d2a-7f1c2b3a4d5e"';
const FORBIDDEN = { status: 403, code: 'insufficient_scope' } as const;

function post(name: string, path: string, body: string, expected: Expectation): BadRequest {
  return { name, method: 'POST', path, body, knownBy: 'gateway', ...expected };
}

const query = (name: string, text: string, detailPath: string): BadRequest =>
  get(`deletion jobs: ${name}`, `${JOBS}?${text}`, { ...INVALID, detailPath });
const retry = (name: string, body: string, detailPath: string): BadRequest =>
  post(`a retry: ${name}`, `${JOBS}/retry`, body, { ...INVALID, detailPath });
const claim = (name: string, body: string, detailPath: string): BadRequest =>
  post(`a claim: ${name}`, `${JOBS}/claim`, body, { ...INVALID, detailPath });
const report = (name: string, members: string, detailPath: string): BadRequest =>
  post(`a report: ${name}`, `${JOBS}/7/report`, `{${members}}`, { ...INVALID, detailPath });

/** Bad requests about deletion jobs, from people and from self-hosted workers. */
export const DELETIONS: readonly BadRequest[] = [
  query('an unknown parameter', 'state=failed', 'state'),
  query('destinationId instead of destination_id', 'destinationId=dst', 'destinationId'),
  query('an unknown status', 'status=done', 'status'),
  query('an invalid overdue', 'overdue=1', 'overdue'),
  query('an unknown sort', 'sort=dueAt', 'sort'),
  query('a due_before without a zone', 'due_before=2026-11-21T08:00:00', 'due_before'),
  query('an invalid held', 'held=', 'held'),
  query('a status given twice', 'status=failed&status=aborted', 'status'),
  query('a destination id with a slash', 'destination_id=a%2Fb', 'destination_id'),
  query('a time without a zone', 'created_after=2026-11-21T08:00:00', 'created_after'),
  query('a day without a time', 'created_before=2026-11-21', 'created_before'),
  query('a plus that is not encoded', 'created_before=2026-11-21T08:00:00+02:00', 'created_before'),
  query('a limit over the maximum', 'limit=1001', 'limit'),
  get('deletion jobs: an empty cursor', `${JOBS}?after_cursor=`, {
    ...{ status: 400, code: 'invalid_cursor' },
  }),
  get('a summary: a parameter', `${JOBS}/summary?status=failed`, {
    ...{ ...INVALID, detailPath: 'status' },
  }),
  ...['0', '01', 'x', '9223372036854775808'].map((id) =>
    get(`an impossible job id: ${id}`, `${JOBS}/${id}`, NOT_FOUND),
  ),
  get('a job: a parameter', `${JOBS}/7?history=all`, {
    ...{ ...INVALID, detailPath: 'history' },
  }),

  retry('a list', '[]', 'body'),
  retry('a parameter name of the list', '{"destination_id":"dst"}', 'destination_id'),
  retry('a status', '{"status":"aborted"}', 'status'),
  retry('a null destination', '{"destinationId":null}', 'destinationId'),
  retry('an empty destination id', '{"destinationId":""}', 'destinationId'),
  retry('a number for a time', '{"createdAfter":1}', 'createdAfter'),
  retry('a day that does not exist', '{"createdBefore":"2026-02-30T00:00:00Z"}', 'createdBefore'),
  retry('too many at once', '{"limit":1001}', 'limit'),
  retry('half a job', '{"limit":0.5}', 'limit'),
  post('a retry without a body', `${JOBS}/retry`, '', { status: 400, code: 'invalid_json' }),
  post('a retry by a viewer', `${JOBS}/retry`, '{}', { ...FORBIDDEN, as: 'viewer' }),
  post('a retry by an editor', `${JOBS}/retry`, '{}', { ...FORBIDDEN, as: 'editor' }),
  ...[
    `${JOBS}/7/exception`,
    '/v2/regulations/01a1fd89-24fb-77bc-b476-21faf387fffd/extension',
  ].flatMap((path) => [
    post(`no reason: ${path}`, path, '{}', { ...INVALID, detailPath: 'reason' }),
    post(`a blank reason: ${path}`, path, '{"reason":" "}', { ...INVALID, detailPath: 'reason' }),
    post(`by an editor: ${path}`, path, '{"reason":"x"}', { ...FORBIDDEN, as: 'editor' }),
  ]),
  post('an exception with an unknown member', `${JOBS}/7/exception`, '{"reason":"x","law":"y"}', {
    ...{ ...INVALID, detailPath: 'law' },
  }),
  post('an exception for an impossible job', `${JOBS}/x/exception`, '{"reason":"x"}', NOT_FOUND),
  post(
    'an extension of an impossible id',
    '/v2/regulations/7/extension',
    '{"reason":"x"}',
    NOT_FOUND,
  ),
  post('a retry of an impossible regulation id', '/v2/regulations/7/retry', '', NOT_FOUND),
  ...['pause', 'resume'].map((word) =>
    post(`a ${word} by an editor`, `/v2/destinations/d/deletions/${word}`, '', {
      ...{ ...FORBIDDEN, as: 'editor' as const },
    }),
  ),
  post('a pause for an hour', '/v2/destinations/d/deletions/pause?for=1h', '', {
    ...{ ...INVALID, detailPath: 'for' },
  }),

  claim('a list', '[]', 'body'),
  claim('destinationIDs instead of destinationIds', '{"destinationIDs":["d"]}', 'destinationIDs'),
  claim('no destination', '{"destinationIds":[]}', 'destinationIds'),
  claim('null destinations', '{"destinationIds":null}', 'destinationIds'),
  claim('a number among destinations', '{"destinationIds":["d",7]}', 'destinationIds[1]'),
  claim('a lease of 29 seconds', '{"leaseSeconds":29}', 'leaseSeconds'),
  claim('a lease of 13 hours', '{"leaseSeconds":46800}', 'leaseSeconds'),
  claim('a lease as a text', '{"leaseSeconds":"60"}', 'leaseSeconds'),
  post('a claim by an editor', `${JOBS}/claim`, '{}', { ...FORBIDDEN, as: 'editor' }),
  ...['0', '01', '-1', 'x', '9223372036854775808'].map((id) =>
    post(
      `a report on job ${id}`,
      `${JOBS}/${id}/report`,
      `{${TOKEN},"status":"complete"}`,
      NOT_FOUND,
    ),
  ),
  post('a heartbeat without a token', `${JOBS}/7/heartbeat`, '{}', {
    ...{ ...INVALID, detailPath: 'leaseToken' },
  }),
  report('no token', '"status":"complete"', 'leaseToken'),
  report('no status', TOKEN, 'status'),
  report('the status running', `${TOKEN},"status":"running"`, 'status'),
  report('a blank reason', `${TOKEN},"status":"failed","reason":" "`, 'reason'),
  report('a long reason', `${TOKEN},"status":"failed","reason":${quoted(501)}`, 'reason'),
  report('refusd instead of refused', `${TOKEN},"status":"complete","refusd":[]`, 'refusd'),
  report(
    'refused users in a report of a failure',
    `${TOKEN},"status":"failed","refused":[{"userId":"u","reason":"r"}]`,
    'refused',
  ),
  report('a refused text', `${TOKEN},"status":"complete","refused":["u"]`, 'refused[0]'),
  report(
    'a refused user without a reason',
    `${TOKEN},"status":"complete","refused":[{"userId":"u"}]`,
    'refused[0].reason',
  ),
  report(
    'a refused user without an id',
    `${TOKEN},"status":"complete","refused":[{"userId":" ","reason":"r"}]`,
    'refused[0].userId',
  ),
  report(
    'a regulation instead of a user',
    `${TOKEN},"status":"complete","refused":[{"userId":"u","reason":"r","regulationId":"x"}]`,
    'refused[0].regulationId',
  ),
];
