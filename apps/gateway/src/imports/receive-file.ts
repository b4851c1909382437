import type { AppendToImport, ImportCommands, ImportDto } from '@lethe/api/imports';
import { setTimeout as sleep } from 'node:timers/promises';
import { IMPORT_LIMITS, LetheError, type CommandContext } from '@lethe/contracts';
import type { Upload } from './upload-headers.js';

const PIECE = IMPORT_LIMITS.pieceBytes;
/** For one piece, and for all attempts to store it. */
const DEADLINE_MS = 15_000;
const PATIENCE_MS = 30_000;
const RETRY_MS = 250;

export interface Receiving extends Upload {
  readonly imports: Pick<ImportCommands, 'appendToImport'>;
  readonly context: CommandContext;
  readonly id: string;
  readonly offset: number;
  /** Called before the file is complete, an hour later maybe. Throws where the caller may make nothing of it any more. */
  readonly requireCaller: () => Promise<void>;
  /** Whether this process ends: then the caller goes on with another one. */
  readonly isStopping: () => boolean;
}

/**
 * Hands a body on as it comes, in pieces: a piece of it is in memory, and what came before is stored. What came of a body that
 * breaks off is stored, too.
 *
 * @throws LetheError of `appendToImport` and `requireCaller`; `request_timeout` when the body broke off; `unavailable` when this process ends
 */
export async function receiveFile(
  body: AsyncIterable<Buffer>,
  receiving: Receiving,
): Promise<ImportDto> {
  const file = new GrowingFile(receiving);
  const chunks = body[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch(async (cause: unknown) => {
      await file.flush(false);
      throw new LetheError('request_timeout', { cause });
    });
    if (next.done === true) return file.flush(receiving.isComplete);
    await file.add(next.value);
    if (!receiving.isStopping()) continue;
    const { receivedBytes } = await file.flush(false);
    throw new LetheError('unavailable', {
      message: `This gateway stops. The file goes on at byte ${receivedBytes}.`,
    });
  }
}

class GrowingFile {
  private offset: number;
  private chunks: Buffer[] = [];
  private bytes = 0;

  constructor(private readonly receiving: Receiving) {
    this.offset = receiving.offset;
  }

  async add(chunk: Buffer): Promise<void> {
    let rest = chunk;
    while (this.bytes + rest.length >= PIECE) {
      const taken = PIECE - this.bytes;
      this.chunks.push(rest.subarray(0, taken));
      rest = rest.subarray(taken);
      await this.flush(false);
    }
    if (rest.length === 0) return;
    this.chunks.push(rest);
    this.bytes += rest.length;
  }

  async flush(isLast: boolean): Promise<ImportDto> {
    const piece = Buffer.concat(this.chunks);
    this.chunks = [];
    this.bytes = 0;
    const { id, totalBytes } = this.receiving;
    const record = await this.store({
      ...{ id, isLast, offset: this.offset, piece: piece.toString('base64') },
      ...(totalBytes === undefined ? {} : { totalBytes }),
    });
    this.offset += piece.length;
    return record;
  }

  /** A piece whose answer is lost is sent again: it is stored once. */
  private async store(piece: Omit<AppendToImport, 'context'>): Promise<ImportDto> {
    const { imports, context, requireCaller } = this.receiving;
    const until = Date.now() + PATIENCE_MS;
    let isRepeat = false;
    for (;;) {
      try {
        if (piece.isLast) await requireCaller();
        return await imports.appendToImport({
          ...piece,
          context: { ...context, deadline: Date.now() + DEADLINE_MS },
          ...(isRepeat ? { isRepeat } : {}),
        });
      } catch (error) {
        const code = error instanceof LetheError ? error.code : undefined;
        if ((code !== 'unavailable' && code !== 'outcome_unknown') || Date.now() > until)
          throw error;
        isRepeat ||= code === 'outcome_unknown';
        await sleep(RETRY_MS);
      }
    }
  }
}
