/**
 * Preload for a process under test (`node --import`): ends or freezes the process at a named point,
 * without any hook in the code of the product. It wraps two libraries: `pg`, by the text of the
 * statement, and `kafkajs`, by the step of the transaction.
 *
 * With `heldMs` instead of `signal`, the statement comes so many milliseconds later, and the process goes on meanwhile.
 *
 * LETHE_E2E_FAILPOINT_FILE names a file. A test that writes `{ "point": …, "signal": … }` there arms
 * it; the process takes the file away, which decides that it is this one, and then sends itself the signal
 * when it gets to the point, once. Whoever armed it waits until the process has stopped, not for the file.
 */
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';

const file = process.env.LETHE_E2E_FAILPOINT_FILE;
if (file === undefined) throw new Error('LETHE_E2E_FAILPOINT_FILE is not set');

const STATEMENTS = [
  { name: 'commit', pattern: /^commit\b/i },
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
];

const load = createRequire(import.meta.url);
wrapQueries(load('pg'));
wrapTransactions(load('kafkajs'));

function wrapQueries({ Client }) {
  const { query } = Client.prototype;
  Client.prototype.query = function (...args) {
    const text = typeof args[0] === 'string' ? args[0] : args[0]?.text;
    const statement = STATEMENTS.find(({ pattern }) => pattern.test(text?.trim() ?? ''));
    if (statement === undefined) return query.apply(this, args);
    const heldMs = reach(`before ${statement.name}`);
    const go = () =>
      afterwards(query, this, args, () => {
        reach(`after ${statement.name}`);
      });
    if (heldMs === undefined) return go();
    return new Promise((resolve) => setTimeout(resolve, heldMs)).then(go);
  };
}

/** `pg` tells by callback or by promise; whoever gives a callback looks at nothing else. */
function afterwards(query, client, args, then) {
  const callback = args.at(-1);
  if (typeof callback !== 'function') {
    return query.apply(client, args).then((result) => {
      then();
      return result;
    });
  }
  const told = (error, result) => {
    if (!error) then();
    callback(error, result);
  };
  return query.apply(client, [...args.slice(0, -1), told]);
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

/** @returns for how long the statement is to be held, in milliseconds; undefined when nobody holds it */
function reach(point) {
  const armed = readArmed();
  if (armed?.point !== point) return undefined;
  rmSync(file);
  if (armed.heldMs !== undefined) return armed.heldMs;
  process.kill(process.pid, armed.signal);
  // The signal may take a moment to stop all threads; not one more step is made meanwhile.
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
