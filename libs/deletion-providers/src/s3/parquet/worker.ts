import { once } from 'node:events';
import { setClock } from '@lethe/sandbox';
import { noRows, UnreadableError } from '../json-lines.js';
import { UserSet } from '../user-set.js';
import type { ParquetReply, ParquetRequest, ParquetResult, ParquetTask } from './parquet-task.js';
import { rewriteParquet } from './rewrite-parquet.js';

class PortFailedError extends Error {}

/** The pool calls it, one object at a time. The clock stands while it waits for S3. */
export default async function run(task: ParquetTask): Promise<ParquetResult> {
  const { port, clock } = task;
  let busy = Promise.resolve();
  const ask = (request: ParquetRequest): Promise<Uint8Array> => {
    const answer = busy.then(async () => {
      setClock(clock, false);
      port.postMessage(request, 'write' in request ? [request.write.buffer as ArrayBuffer] : []);
      const [reply] = (await once(port, 'message')) as [ParquetReply];
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
  const counts = noRows();
  try {
    await rewriteParquet(
      { size: task.size, read: (start, end) => ask({ read: [start, end] }) },
      task.field,
      new UserSet(task.userIds),
      counts,
      task.isToWrite
        ? async (bytes) => {
            await ask({ write: Uint8Array.from(bytes) });
          }
        : undefined,
    );
    return { counts };
  } catch (error) {
    if (error instanceof PortFailedError) return { failed: true };
    if (error instanceof UnreadableError) return { unreadable: error.message };
    // What the library throws over what it cannot decode.
    return { unreadable: 'is not valid Parquet, or of a kind that is not known' };
  } finally {
    port.close();
  }
}
