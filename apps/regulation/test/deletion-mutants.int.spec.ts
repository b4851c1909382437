import type { Change } from './deletion-model/sql-in-between.js';
import { AT_BOTH, startModel, type StartedModel } from './deletion-model/start-model.js';
import type { Step } from './deletion-model/steps.js';

let model: StartedModel;
beforeAll(async () => {
  model = await startModel();
});
afterAll(() => model.close());

const order = (users: number, at = 0): Step => ({ kind: 'order', at, users });
const claim: Step = { kind: 'claim', places: 1, isLost: false };
const called: readonly Step[] = [claim, { kind: 'call', of: 0 }];
const report = (outcome: Extract<Step, { kind: 'report' }>['outcome']): Step => {
  return { kind: 'report', of: 0, outcome };
};
/** A worker freezes until its lease has expired, and another worker gets its job. */
const takenOver: readonly Step[] = [
  ...[order(2), ...called],
  ...([{ kind: 'freeze', of: 0 }, { kind: 'sweep' }, { kind: 'pass' }, claim] as const),
];
const aborted: readonly Step[] = [order(1), ...called, report('aborted')];

/**
 * Flaws, each with a schedule that always reveals it, and with the problem that the model finds.
 */
const FLAWS: Readonly<
  Record<string, { changes: readonly Change[]; steps: readonly Step[]; found: RegExp }>
> = {
  'a report completes a job without a check of the claim': {
    changes: [
      [
        'join reported r on r.id = j.id and r.claim_id = j.claim_id',
        'join reported r on r.id = j.id',
      ],
    ],
    steps: [order(2), ...called, { kind: 'overtaken', of: 0 }],
    found: /a report that came too late was taken/,
  },
  'a final state is overwritten': {
    changes: [
      [
        `where j.state in ('running')\n     order by j.id for update of j`,
        'order by j.id for update of j',
      ],
    ],
    steps: [order(2), ...called, { kind: 'contradicted', of: 0 }],
    found: /the topic was told aborted,complete/,
  },
  'a claim does not lock the destinations': {
    changes: [['for update of lane skip locked', '']],
    steps: [order(1), order(1), { kind: 'crowd' }],
    found: /two claims at one at a time/,
  },
  'a lease is renewed after its end': {
    changes: [
      [
        `where j.state = 'running' and j.lease_expires_at > statement_timestamp()`,
        `where j.state = 'running'`,
      ],
    ],
    steps: [order(2), ...called, { kind: 'freeze', of: 0 }, { kind: 'beat', of: 0 }],
    found: /a heartbeat was answered true/,
  },
  'a former worker can renew a lease': {
    changes: [
      ['join beat on beat.id = j.id and beat.claim_id = j.claim_id', 'join beat on beat.id = j.id'],
    ],
    steps: [...takenOver, { kind: 'beat', of: 0 }],
    found: /a heartbeat was answered true/,
  },
  'leases are ended too early': {
    changes: [['lease_expires_at <= statement_timestamp()', 'lease_expires_at is not null']],
    steps: [order(2), ...called, { kind: 'sweep' }, { kind: 'beat', of: 0 }],
    found: /a heartbeat was answered false/,
  },
  'jobs of a paused destination are offered': {
    changes: [['lane.paused_at is null and', '']],
    steps: [order(2), { kind: 'pause', at: 0 }, claim],
    found: /a claim at one, which is paused/,
  },
  'a failure removes users whose regulations were not canceled': {
    changes: [['r.id = u.regulation_id and r.canceled', 'r.id = u.regulation_id']],
    steps: [order(2), ...called, report('failed')],
    found: /was lost/,
  },
  'users of canceled regulations stay in waiting jobs, and workers get them': {
    changes: [
      [
        'delete from regulation.deletion_job_users where regulation_id = $1 and job_id = any($2::bigint[])',
        'select $1::uuid, $2::bigint[]',
      ],
      ['r.canceled as is_canceled', 'false as is_canceled'],
    ],
    steps: [order(2), { kind: 'cancel', of: 0 }, ...called],
    found: /called for .*, withdrawn/,
  },
  'a cancel also removes its user from ended jobs': {
    changes: [
      [
        'where regulation_id = $1 and job_id = any($2::bigint[])',
        'where regulation_id = $1 and $2::bigint[] is not null',
      ],
    ],
    steps: [order(1, AT_BOTH), ...called, report('complete'), { kind: 'cancel', of: 0 }],
    found: /at (one|two), , the topic was told complete/,
  },
  'a report also ends jobs of other destinations': {
    changes: [
      [
        'from held where j.id = held.id\n    returning j.id, j.workspace_id',
        "from held where j.state = 'running'\n    returning j.id, j.workspace_id",
      ],
    ],
    steps: [
      ...[order(1, AT_BOTH), ...called, claim],
      ...[report('complete'), { kind: 'beat', of: 1 } as const],
    ],
    found: /a heartbeat was answered false/,
  },
  'a retry takes users who already have a later job': {
    changes: [
      ['and k.destination_id = j.destination_id', 'and false'],
      ['and k.destination_id = tried.destination_id', 'and false'],
    ],
    steps: [...aborted, { kind: 'retry', of: 0 }, { kind: 'retry-all', at: 0 }],
    found: /a retry took 1 users, and 0 were aborted/,
  },
  'a retry takes users of canceled regulations': {
    changes: [['not r.canceled and not exists', 'not exists']],
    steps: [...aborted, { kind: 'cancel', of: 0 }, { kind: 'retry-all', at: 0 }],
    found: /a retry took 1 users, and 0 were aborted/,
  },
};

describe.each(Object.entries(FLAWS))('flaw: %s', (_, { changes, steps, found: finding }) => {
  it('is found by the model, which finds no problem without the flaw', async () => {
    await model.play(steps);
    let found: unknown;
    await model.between.changing(changes, async () => {
      found = await model.play(steps).catch((error: unknown) => error);
    });
    expect(found).toMatchObject({ message: expect.stringMatching(finding) as string });
  });
});
