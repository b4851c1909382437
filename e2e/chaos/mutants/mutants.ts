import type { FaultKind } from '../faults/schedule.js';

export interface Edit {
  /** Path in the repository. */
  readonly file: string;
  /** A text that occurs once in the file. */
  readonly find: string;
  readonly replace: string;
}

export interface Mutant {
  /** The app whose processes get the change. */
  readonly app: string;
  /** The defect, in words. */
  readonly defect: string;
  /** Promises of `findProblems` that the defect breaks. A run must report at least one of them. */
  readonly breaks: readonly string[];
  /** Faults that show the defect within 45 seconds. */
  readonly shownBy: { readonly targets: readonly string[]; readonly kinds?: readonly FaultKind[] };
  readonly edits: readonly Edit[];
}

const FENCING: Edit = {
  file: 'libs/messaging/dist/kafkajs/transactional-producer.js',
  find: 'transactionalId: options.transactionalId,',
  replace: 'transactionalId: `${options.transactionalId}-${process.pid}-${performance.now()}`,',
};

/**
 * Defects that a run must find. Each changes the few lines of code with which the product keeps a
 * promise.
 */
export const MUTANTS = {
  'relay-not-fenced': {
    app: 'regulation',
    defect: 'a relay that was frozen publishes after its successor',
    breaks: ['states'],
    shownBy: { targets: ['relay'], kinds: ['caught'] },
    edits: [FENCING],
  },
  'facts-deleted-before-the-publish': {
    app: 'regulation',
    defect: 'facts are removed from the outbox before Kafka has them',
    breaks: ['facts', 'orders', 'deletions'],
    shownBy: { targets: ['relay'] },
    edits: [
      {
        file: 'apps/regulation/dist/relay/sources/outbox-source.js',
        find: 'for (const id of ids)inFlight.add(id);',
        replace: 'await this.query(this.remove, [ids, database]);',
      },
    ],
  },
  'position-before-the-publish': {
    app: 'regulation',
    defect: 'the position of the relay moves before Kafka has the states',
    breaks: ['states', 'calm'],
    shownBy: { targets: ['relay'], kinds: ['caught'] },
    edits: [
      {
        file: 'apps/regulation/dist/relay/sources/suppression-source.js',
        find: 'noteAhead(ahead, rows, position);',
        replace:
          'noteAhead(ahead, rows, position);\n await movePosition(this.query, { database, epoch, position, ends: known.byPartition });',
      },
    ],
  },
  'answer-before-the-commit': {
    app: 'regulation',
    defect: 'a request is acknowledged a moment before its commit',
    breaks: ['stored', 'reads'],
    shownBy: { targets: ['regulation'], kinds: ['late'] },
    edits: [
      {
        file: 'libs/database/dist/transactions/in-transaction.js',
        find: 'await runner.commitTransaction();',
        replace: `setTimeout(() => {
          runner.commitTransaction().catch(() => undefined)
            .finally(() => runner.release().catch(() => undefined));
        }, 30);`,
      },
      {
        file: 'libs/database/dist/transactions/in-transaction.js',
        find: 'await runner.release()',
        replace: 'if (!committing) await runner.release()',
      },
    ],
  },
  'key-not-stored': {
    app: 'regulation',
    defect: 'an idempotency key is not stored',
    breaks: ['stored'],
    shownBy: { targets: ['gateway-0'], kinds: ['slow'] },
    edits: [
      {
        file: 'apps/regulation/dist/regulations/create/create-regulations.use-case.js',
        find: 'await rememberKey(manager, claim, created);',
        replace: '',
      },
    ],
  },
  'cancel-not-published': {
    app: 'regulation',
    defect: 'no fact reports a cancel',
    breaks: ['facts'],
    shownBy: { targets: ['gateway-0'], kinds: ['slow'] },
    edits: [
      {
        file: 'apps/regulation/dist/regulations/cancel/cancel-regulation.use-case.js',
        find: 'await appendToOutbox(manager, [\n        fact\n    ]);',
        replace: '',
      },
    ],
  },
  'numbers-pass-over-open-transactions': {
    app: 'regulation',
    defect: 'a change that commits late gets no number',
    breaks: ['feed', 'calm', 'states'],
    shownBy: { targets: ['regulation'], kinds: ['late'] },
    edits: [
      {
        file: 'apps/regulation/dist/suppressions/transaction-floor.js',
        find: 'pg_snapshot_xmin(pg_current_snapshot())',
        replace: 'pg_snapshot_xmax(pg_current_snapshot())',
      },
    ],
  },
  'report-without-a-lease': {
    app: 'regulation',
    defect: 'a report is accepted from a worker whose lease has ended',
    breaks: ['deletions'],
    shownBy: { targets: ['deletion-worker'], kinds: ['held'] },
    edits: [
      {
        file: 'apps/regulation/dist/deletions/report/report-jobs.js',
        find: "return job?.claimId === claimId && job.state === 'running' && job.holder === by.worker;",
        replace: 'return job !== undefined;',
      },
      {
        file: 'apps/regulation/dist/deletions/report/complete-many.js',
        find: 'join reported r on r.id = j.id and r.claim_id = j.claim_id',
        replace: 'join reported r on r.id = j.id',
      },
      {
        file: 'apps/regulation/dist/deletions/report/complete-many.js',
        find: "where j.state in ${statesBefore('complete')}",
        replace: 'where true',
      },
    ],
  },
  'done-before-it-is-deleted': {
    app: 'deletion-worker',
    defect: 'a deletion is reported as complete when it has only begun',
    breaks: ['deletions'],
    shownBy: { targets: ['deletion-worker'], kinds: ['killed'] },
    edits: [
      {
        file: 'apps/deletion-worker/dist/jobs/work-on-destination.js',
        find: 'const outcome = await deleteAt(target, holding, pass, options);',
        replace: `setTimeout(() => void deleteAt(target, holding, pass, options).catch(() => undefined), 100);
          const outcome = { status: 'complete', record: { method: 'begun' } };`,
      },
    ],
  },
  'verification-not-stored': {
    app: 'regulation',
    defect: 'a verification is acknowledged, and not stored',
    breaks: ['verifications'],
    shownBy: { targets: ['gateway-0'], kinds: ['slow'] },
    edits: [
      {
        file: 'apps/regulation/dist/deletions/verifications/verify-regulation.use-case.js',
        find: 'await manager.query(ORDER, [',
        replace: 'void ([',
      },
    ],
  },
  'found-data-not-deleted': {
    app: 'regulation',
    defect: 'data that was found is not deleted again',
    breaks: ['verifications'],
    shownBy: { targets: ['gateway-0'], kinds: ['slow'] },
    edits: [
      {
        file: 'apps/regulation/dist/deletions/verifications/report-verifications.js',
        find: 'return deleteAgain(manager, events, queue, ended);',
        replace: 'return 0;',
      },
    ],
  },
  'offset-before-the-output': {
    app: 'event-filter',
    defect: 'the filter commits its offset before the events that it forwards',
    breaks: ['filter'],
    shownBy: { targets: ['event-filter'], kinds: ['caught'] },
    edits: [
      {
        file: 'libs/messaging/dist/pipeline/partition-processor.js',
        find: 'await producer.publish(toSends(',
        replace:
          'await producer.publish([], { groupId, topic, partition, offset });\n await producer.publish(toSends(',
      },
    ],
  },
  'path-in-a-span': {
    app: 'gateway',
    defect: 'the span of a request contains its path, not its route',
    breaks: ['spans'],
    shownBy: { targets: ['gateway'], kinds: ['reset'] },
    edits: [
      {
        file: 'apps/gateway/dist/http/trace-requests.js',
        find: "'http.route': route\n",
        replace: "'http.route': request.url\n",
      },
    ],
  },
  'message-of-an-error-in-a-span': {
    app: 'test-runner',
    defect: 'the span of a failed delivery contains the error message of the system',
    breaks: ['spans'],
    shownBy: { targets: ['gateway-0'], kinds: ['slow'] },
    edits: [
      {
        file: 'libs/egress/dist/create-egress.js',
        find: 'describeNetworkError(error), {',
        replace: 'error.message, {',
      },
      {
        file: 'apps/test-runner/dist/stages/deliveries.js',
        find: 'this.count(answer.status, (performance.now() - startedAt) / 1_000, span);',
        replace:
          "this.count(answer.status, (performance.now() - startedAt) / 1_000, span);\n if (answer.status === 0) span.note({ 'error.type': answer.body.error });",
      },
    ],
  },
  'key-in-a-span': {
    app: 'event-filter',
    defect: 'the span of a dropped event contains the key of its record',
    breaks: ['spans'],
    shownBy: { targets: ['gateway'] },
    edits: [
      {
        file: 'apps/event-filter/dist/drop-traces.js',
        find: 'const { workspaceId } = first;',
        replace: 'const workspaceId = String(arguments[0].key);',
      },
    ],
  },
  'filter-not-fenced': {
    app: 'event-filter',
    defect: 'a filter that was frozen forwards events that its successor has forwarded',
    breaks: ['filter'],
    shownBy: { targets: ['event-filter'], kinds: ['caught'] },
    edits: [FENCING],
  },
  'index-ready-before-it-knows': {
    app: 'event-filter',
    defect: 'a starting filter forwards events before its slow index is complete',
    breaks: ['filter'],
    shownBy: { targets: ['event-filter'], kinds: ['killed'] },
    edits: [
      {
        file: 'apps/event-filter/dist/start-event-filter.js',
        find: 'index.untilReady(signal).then(',
        replace: 'Promise.resolve().then(',
      },
      {
        file: 'libs/suppression-index/dist/suppression-index.js',
        find: 'this.follower.start();',
        replace: 'setTimeout(() => this.follower.start(), 15_000);',
      },
      {
        file: 'libs/suppression-index/dist/suppression-index.js',
        find: 'if (serving === undefined || this.readiness.isClosed) {',
        replace: 'if (serving === undefined) return false;\n if (this.readiness.isClosed) {',
      },
    ],
  },
} as const satisfies Record<string, Mutant>;

export type MutantName = keyof typeof MUTANTS;

const PRELOAD = new URL('mutate.mjs', import.meta.url).href;

/** Returns the environment variables that add the defects of an app to its process. */
export function mutantEnvironment(
  names: readonly MutantName[],
  app: string,
): Readonly<Record<string, string>> {
  const edits: readonly Edit[] = names.flatMap((name) =>
    MUTANTS[name].app === app ? MUTANTS[name].edits : [],
  );
  if (edits.length === 0) return {};
  return { NODE_OPTIONS: `--import ${PRELOAD}`, LETHE_CHAOS_MUTANT: JSON.stringify(edits) };
}

/** @returns the mutants without a problem about a promise that they break */
export function unnoticed(
  names: readonly MutantName[],
  problems: readonly string[],
): readonly MutantName[] {
  const broken = new Set(problems.map((problem) => problem.slice(0, problem.indexOf(':'))));
  return names.filter((name) => !MUTANTS[name].breaks.some((promise) => broken.has(promise)));
}
