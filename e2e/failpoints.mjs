/**
 * A process under test preloads this file with `node --import`. The file ends or freezes the
 * process at a named point, without any hook in the product's code. It wraps two libraries. In
 * `pg`, a point is a statement with a certain text. In `kafkajs`, it is a step of a transaction.
 *
 * With `delayMs` instead of `signal`, it delays the statement by this number of milliseconds, and
 * the process continues.
 *
 * LETHE_E2E_FAILPOINT_FILE names a file. To arm a point, a test writes JSON with `point` and `signal`
 * to the file. The process that reaches the point removes the file, and then sends itself the
 * signal, once. The test must wait until the process has stopped, not until the file is gone.
 */
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';

const file = process.env.LETHE_E2E_FAILPOINT_FILE;
if (file === undefined) throw new Error('LETHE_E2E_FAILPOINT_FILE is not set');

const STATEMENTS = [
  { name: 'commit', pattern: /^commit\b/i },
  { name: 'storing users', pattern: /^with entry as materialized/i },
  {
    name: 'deleting from the outbox',
    pattern: /^with removed as \(\s*delete from regulation\.outbox/i,
  },
  {
    name: 'noting a portion',
    pattern: /^with gone as \(\s*delete from regulation\.import_pieces/i,
  },
  {
    name: 'moving the position',
    pattern: /^with moved as \(\s*update regulation\.relay_positions/i,
  },
  {
    name: 'storing an extension',
    pattern: /^update regulation\.regulations r set due_at/i,
  },
  {
    name: 'storing an exception',
    pattern: /^update regulation\.deletion_jobs\s+set state = 'excepted'/i,
  },
  {
    name: 'ordering a verification',
    pattern: /^insert into regulation\.deletion_verifications\s+\([^)]*\bordered_by\b/i,
  },
  {
    name: 'claiming verifications',
    pattern: /^with recursive again as \(\s*update regulation\.deletion_verifications/i,
  },
  {
    name: 'ending a verification',
    pattern: /^update regulation\.deletion_verifications v\s+set state = e\.state/i,
  },
  {
    name: 'storing a job',
    pattern: /^insert into regulation\.deletion_jobs\b/i,
  },
];
const BEGIN = /^(begin|start transaction)\b/i;
/** The last named statement of the open transaction of each client. */
const lastOf = new WeakMap();

const load = createRequire(import.meta.url);
wrapQueries(load('pg'));
wrapTransactions(load('kafkajs'));

function wrapQueries({ Client }) {
  const { query } = Client.prototype;
  Client.prototype.query = function (...args) {
    const text = (typeof args[0] === 'string' ? args[0] : args[0]?.text)?.trim() ?? '';
    if (BEGIN.test(text)) lastOf.delete(this);
    const statement = STATEMENTS.find(({ pattern }) => pattern.test(text));
    if (statement === undefined) return query.apply(this, args);
    const names = namesOf(this, statement);
    const delayMs = reachOne(names.map((name) => `before ${name}`));
    const go = () =>
      afterwards(query, this, args, () => {
        reachOne(names.map((name) => `after ${name}`));
      });
    if (delayMs === undefined) return go();
    return new Promise((resolve) => setTimeout(resolve, delayMs)).then(go);
  };
}

/** A commit has a second name after the last named statement of its transaction. */
function namesOf(client, { name }) {
  if (name !== 'commit') {
    lastOf.set(client, name);
    return [name];
  }
  const last = lastOf.get(client);
  lastOf.delete(client);
  return last === undefined ? [name] : [name, `the commit of ${last}`];
}

/** `pg` reports by callback or by promise; callers that pass a callback ignore the promise. */
function afterwards(query, client, args, then) {
  const callback = args.at(-1);
  if (typeof callback !== 'function') {
    return query.apply(client, args).then((result) => {
      then();
      return result;
    });
  }
  const wrapped = (error, result) => {
    if (!error) then();
    callback(error, result);
  };
  return query.apply(client, [...args.slice(0, -1), wrapped]);
}

function wrapTransactions({ Kafka }) {
  const { producer: makeProducer } = Kafka.prototype;
  Kafka.prototype.producer = function (...args) {
    const producer = makeProducer.apply(this, args);
    const connect = async (...options) => {
      reach('before connecting the producer');
      return producer.connect(...options);
    };
    const transaction = async (...options) =>
      wrapTransaction(await producer.transaction(...options));
    return { ...producer, connect, transaction };
  };
}

function wrapTransaction(transaction) {
  return {
    ...transaction,
    sendBatch: async (batch) => {
      reach('before sending a batch');
      const result = await transaction.sendBatch(batch);
      reach('in the middle of a batch');
      return result;
    },
    commit: async () => {
      await transaction.commit();
      reach('after the publish');
    },
  };
}

/** Returns the result of `reach` for the first of several names of a point that is armed. */
function reachOne(points) {
  for (const point of points) {
    const delayMs = reach(point);
    if (delayMs !== undefined) return delayMs;
  }
  return undefined;
}

/** @returns milliseconds by which to delay the statement; undefined for no delay */
function reach(point) {
  const armed = readArmed();
  if (armed?.point !== point) return undefined;
  rmSync(file);
  if (armed.delayMs !== undefined) return armed.delayMs;
  process.kill(process.pid, armed.signal);
  // The signal can take a moment to stop all threads. Until then, this thread must not do another
  // step.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  return undefined;
}

function readArmed() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined; // not armed
  }
}
