import { readFact, readDeletionJob, readRevocation, readState } from './published-records.js';

const WORKSPACE = 'ws';
const ID = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';
const TIME = '2026-11-22T08:00:00.000Z';
const LATER = { later: { any: 'thing' } };

const recordOf = (key: string, value: object, headers: Record<string, string> = {}) => ({
  topic: 't',
  partition: 0,
  offset: '0',
  timestamp: 0,
  key,
  value: Buffer.from(JSON.stringify({ ...value, ...LATER })),
  headers,
});

describe('readers of the topics', () => {
  it('accept members of later versions in a state', () => {
    const suppressed = { allSources: false, sourceIds: ['src'], ...LATER };
    const state = { workspaceId: WORKSPACE, userId: 'u', suppressed, changedAt: TIME };
    const record = recordOf('ws:u', state, { ce_id: `${ID}.1.2` });
    expect(readState(record)).toMatchObject({ sources: ['src'], isOversized: false });
    const headers = { ...record.headers, ce_oversized: 'true' };
    expect(readState({ ...record, headers })).toMatchObject({ userId: 'u', isOversized: true });
  });

  it.each([
    { fact: 'created', regulationType: 'suppress' },
    { fact: 'canceled' },
    { fact: 'deletion_status_changed', destinationId: 'dst', status: 'complete' },
  ])('accept members of later versions in the fact $fact', (details) => {
    const fact = { regulationId: ID, workspaceId: WORKSPACE, occurredAt: TIME, ...details };
    expect(readFact(recordOf(ID, fact))).toEqual(fact);
  });

  it('accept members of later versions in a deletion job', () => {
    const job = { jobId: '1', workspaceId: WORKSPACE, destinationId: 'dst', attempt: 0 };
    const users = [{ regulationId: ID, userId: 'u' }];
    const requested = { ...job, destinationType: 'HTTP', requestedAt: TIME, users };
    const later = { ...requested, users: users.map((user) => ({ ...user, ...LATER })) };
    expect(readDeletionJob(recordOf('ws:dst', later))).toEqual(requested);
  });

  it('accept members of later versions in a revocation', () => {
    const hash = 'a'.repeat(64);
    const revocation = { kind: 'token', reason: 'revoked', revokedAt: TIME };
    expect(readRevocation(recordOf(hash, revocation))).toEqual({ hash, ...revocation });
  });
});
