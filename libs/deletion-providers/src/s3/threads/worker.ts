import { once } from 'node:events';
import { setClock } from '@lethe/sandbox';
import { noRows, type RowCounts } from '../row-counts.js';
import { UnreadableError } from '../unreadable-error.js';
import { rewriteLines } from '../lines/rewrite-lines.js';
import { readFooterOutsideTables, rewriteParquet } from '../parquet/rewrite-parquet.js';
import { TableFoundError } from '../table-found-error.js';
import { UserSet } from '../user-set.js';
import type {
  ObjectReply,
  ObjectRequest,
  ObjectResult,
  ObjectTask,
  RowsTask,
} from './object-task.js';

class PortFailedError extends Error {}

type Ask = (request: ObjectRequest) => Promise<Uint8Array>;

/** Processes one object. The clock of the time limit stops while the thread waits for S3. */
export default async function run(task: ObjectTask): Promise<ObjectResult> {
  const { port, clock, kind, rows } = task;
  let busy = Promise.resolve();
  const ask: Ask = (request) => {
    const answer = busy.then(async () => {
      setClock(clock, false);
      port.postMessage(request, 'write' in request ? [request.write.buffer as ArrayBuffer] : []);
      const [reply] = (await once(port, 'message')) as [ObjectReply];
      setClock(clock, true);
      if ('failed' in reply) throw new PortFailedError();
      return reply.bytes;
    });
    busy = answer.then(
      () => undefined,
      () => undefined,
    );
    return answer;
  };
  setClock(clock, true);
  try {
    if (rows === undefined) {
      await readFooterOutsideTables(fileOf(task, ask));
      return { sign: undefined };
    }
    const counts = await (kind === 'parquet' ? parquet : lines)(task, rows, ask);
    return { counts };
  } catch (error) {
    if (error instanceof PortFailedError) return { failed: true };
    if (error instanceof TableFoundError) {
      const { format, sign } = error.table;
      return { sign: { format, sign } };
    }
    if (error instanceof UnreadableError) return { unreadable: error.message };
    if (kind !== 'parquet') throw error;
    // The Parquet library throws other errors for data that it cannot decode.
    return { unreadable: 'is not valid Parquet, or an unknown variant of it' };
  } finally {
    port.close();
  }
}

async function parquet(task: ObjectTask, rows: RowsTask, ask: Ask): Promise<RowCounts> {
  const counts = noRows();
  const users = new UserSet(rows.userIds);
  await rewriteParquet(fileOf(task, ask), rows.field, users, counts, writeOf(rows, ask));
  return counts;
}

function lines(task: ObjectTask, rows: RowsTask, ask: Ask): Promise<RowCounts> {
  return rewriteLines(chunks(ask), {
    users: new UserSet(rows.userIds),
    field: rows.field,
    gzipBytes: task.kind === 'gzip' ? task.size : undefined,
    write: writeOf(rows, ask),
  });
}

function fileOf({ size, key }: ObjectTask, ask: Ask) {
  return { size, key, read: (start: number, end: number) => ask({ read: [start, end] }) };
}

function writeOf({ isToWrite }: RowsTask, ask: Ask) {
  if (!isToWrite) return undefined;
  return async (bytes: Uint8Array): Promise<void> => {
    await ask({ write: Uint8Array.from(bytes) });
  };
}

async function* chunks(ask: Ask): AsyncGenerator<Buffer> {
  for (;;) {
    const { buffer, byteOffset, length } = await ask({ next: true });
    if (length === 0) return;
    yield Buffer.from(buffer, byteOffset, length);
  }
}
