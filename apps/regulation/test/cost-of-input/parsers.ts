import type { DeletionAttemptDto } from '@lethe/api/deletions';
import type { EventPage } from '@lethe/api/events';
import { DEFAULT_REGULATION_LIMITS } from '@lethe/contracts';
import type { ReceivedRecord } from '@lethe/messaging';
import { costEntry, listOf, type CostTable } from '@lethe/testing';
import { checkSize, refuseCrowded } from '../../src/regulations/create/check-request.js';
import { withoutDuplicates } from '../../src/regulations/create/without-duplicates.js';
import { withAttempt } from '../../src/deletions/attempts/with-attempt.js';
import { refuseOtherIds } from '../../src/users/refuse-other-ids.js';
import { cutJobs, measured } from '../../src/deletions/cut-jobs.js';
import type { DeletionTarget } from '../../src/deletions/check-destinations.js';
import { refuseUnidentified } from '../../src/regulations/create/identify-users.js';
import { withoutTexts } from '../../src/deletions/report/abort-purged.js';
import { hashReport } from '../../src/deletions/report/hash-report.js';
import { withLowerBound } from '../../src/deletions/report/lower-bound.js';
import { coalesceEvents } from '../../src/events/coalesce-events.js';
import { decodePosition } from '../../src/events/event-position.js';
import { IMPORT_LIST } from '../../src/imports/imports.query.js';
import { decodeListCursor, REGULATION_LIST } from '../../src/record/list-cursor.js';
import { JOB_LIST } from '../../src/deletions/manage/list-deletion-jobs.query.js';
import {
  readDeletionJob,
  readFact,
  readRevocation,
  readState,
} from '../../src/relay/published/published-records.js';
import { orderAttributes } from '../../src/record/order-attributes.js';
import { decodeFeedCursor } from '../../src/suppressions/feed/feed-cursor.js';

const costly = <Input>(make: (size: number) => Input, run: (input: Input) => unknown) =>
  costEntry(make, async (input: Input) => {
    try {
      await run(input);
    } catch {
      // refused
    }
  });

const RECORD_BYTES = 1_000_000;

const decoding = (decode: (text: string) => unknown) =>
  ['A', '1-'].map((part) => costly((size) => part.repeat(size / part.length), decode));

const reading = (read: (record: ReceivedRecord) => unknown, ...parts: readonly string[]) =>
  [
    ...parts.map((part) => costly((size) => record(part.repeat(size / part.length)), read)),
    costly(
      (size) =>
        record(
          JSON.stringify({
            suppressed: { allSources: false, sourceIds: listOf(size / 10, (n) => `src_${n}`) },
          }),
        ),
      read,
    ),
  ].map((entry) => ({ ...entry, most: RECORD_BYTES }));
const record = (value: string): ReceivedRecord => ({
  ...{ topic: 't', partition: 0, offset: '0', timestamp: 0, key: 'ws:user' },
  value: Buffer.from(value),
  headers: { ce_id: `${'0'.repeat(8)}-0000-0000-0000-${'0'.repeat(12)}.1.1` },
});

const users = (size: number) => listOf(size, (n) => ({ userId: `user-${n}`, n }));
const ofOne = (size: number) => listOf(size, (n) => ({ userId: 'one', a: { b: n, a: 1 } }));
const suppress = { regulationType: 'suppress' } as const;
const target: DeletionTarget = { id: 'd', type: 'REDIS', batchSize: 1, rate: 1 };
const EVERYWHERE = {
  targets: [target],
  resolved: { destinationIds: ['d'], notDeleted: [], notDeletedCount: 0 },
};
const attempts = (size: number): DeletionAttemptDto[] =>
  listOf(size, (n) => ({ at: '2026-01-01T00:00:00.000Z', outcome: 'failed', reason: `r${n}` }));

type PageEvent = EventPage['events'][number];
const created = (ids: (n: number) => string[]) => (size: number) =>
  listOf(size, (n): PageEvent => {
    const [firstId = '', lastId = firstId] = ids(n);
    const of = { at: '2026-01-01T00:00:00.000Z', count: 1, firstId, lastId, ids: ids(n) };
    return { workspaceId: 'ws', event: { type: 'regulations.created', ...suppress, ...of } };
  });

export const PARSERS: CostTable = {
  checkSize: [
    costly(users, (all) => {
      checkSize({ ...suppress, users: all }, DEFAULT_REGULATION_LIMITS);
    }),
  ],
  coalesceEvents: [
    costly(
      created((n) => [`r${n}`]),
      coalesceEvents,
    ),
    costly(
      created(() => ['r']),
      coalesceEvents,
    ),
    costly(
      created((n) => [`r${n % 150}`, `r${n % 149}`]),
      coalesceEvents,
    ),
  ],
  cutJobs: [
    costly(
      (size) => users(size).map((identifiers) => measured({ regulationId: 'r', identifiers })),
      (all) => cutJobs(all, 1_000),
    ),
  ],
  decodeFeedCursor: [
    ...decoding((text) => decodeFeedCursor(text, ['ws'])),
    costly(
      (size) => listOf(size, (n) => `ws_${n}`),
      (workspaces) => decodeFeedCursor('A'.repeat(28), workspaces),
    ),
  ],
  decodeListCursor: [
    ...decoding((text) => decodeListCursor(IMPORT_LIST, 'ws', text)),
    ...decoding((text) => decodeListCursor(JOB_LIST, 'ws', text)),
    ...decoding((text) => decodeListCursor(REGULATION_LIST, 'ws', text)),
  ],
  decodePosition: decoding((text) => decodePosition(`00000000.0.${text}`)),
  hashReport: [
    costly(
      (size) => users(size),
      (report) => hashReport('claim', report),
    ),
  ],
  orderAttributes: [
    costly(
      (size) => ({ userId: 'u', ...Object.fromEntries(listOf(size, (n) => [`n${size - n}`, n])) }),
      orderAttributes,
    ),
    costly((size) => ({ userId: 'u', x: listOf(size, (n) => [{ b: n, a: n }]) }), orderAttributes),
  ],
  orderMembers: 'orderAttributes',
  readDeletionJob: reading(readDeletionJob),
  readFact: reading(readFact),
  readRevocation: reading((given) => readRevocation({ ...given, key: '0'.repeat(64) })),
  readState: reading(readState, '[', '{"a":', '"\\u0000'),
  readStateId: 'readState',
  refuseCrowded: [
    costly(users, (all) => {
      refuseCrowded({ ...suppress, users: all }, new Set(all.map(({ userId }) => userId)), 1);
    }),
  ],
  refuseOtherIds: [
    costly(
      (size) => new Set(listOf(size, (n) => `u${n}\u200b`)),
      (ids) => {
        refuseOtherIds(['u'], ids);
      },
    ),
  ],
  refuseUnidentified: [
    costly(users, (all) => refuseUnidentified({ users: all }, { targets: [target] })),
    costly(users, (all) => refuseUnidentified({ users: all }, EVERYWHERE)),
  ],
  withAttempt: [
    costly(attempts, (history) => withAttempt(history, { outcome: 'failed', reason: 'r' })),
  ],
  withLowerBound: [
    costly(attempts, (history) => withLowerBound({ method: 'm', counts: { rows: 1 } }, history)),
  ],
  withoutDuplicates: [
    costly(users, (all) => withoutDuplicates({ ...suppress, users: all })),
    costly(ofOne, (all) => withoutDuplicates({ ...suppress, users: all })),
    costly(
      (size) => listOf(size, () => ({ userId: 'one' })),
      (all) => withoutDuplicates({ ...suppress, users: all }),
    ),
    costly(
      (size) => listOf(size, (n) => `src_${n}`),
      (sourceIds) => withoutDuplicates({ ...suppress, sourceIds, users: [] }),
    ),
  ],
  withoutTexts: [
    costly(
      (size) => listOf(size, (n) => ({ regulationId: `r-${n}`, reason: 'r' })),
      (refused) => withoutTexts({ status: 'complete', record: { method: 'm' }, refused }),
    ),
  ],
};
