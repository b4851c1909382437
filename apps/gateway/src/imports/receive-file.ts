import type { AppendToImport, ImportCommands, ImportDto } from '@lethe/api/imports';
import { setTimeout as sleep } from 'node:timers/promises';
import { IMPORT_LIMITS, LetheError, type CommandContext } from '@lethe/contracts';
import type { Upload } from './upload-headers.js';

const PIECE = IMPORT_LIMITS.pieceBytes;
/** Maximum milliseconds for one attempt to store a piece, and for all attempts. */
const DEADLINE_MS = 15_000;
const ALL_ATTEMPTS_MS = 30_000;
const RETRY_MS = 250;

export interface Receiving extends Upload {
  readonly imports: Pick<ImportCommands, 'appendToImport'>;
  readonly context: CommandContext;
  readonly id: string;
  readonly offset: number;
  /**
   * Checks the permission again before the last piece is stored, because an upload can take an
   * hour. Throws if the caller lost the permission.
   */
  readonly requireCaller: () => Promise<void>;
  /** Whether this process is stopping. The caller then continues the upload at another process. */
  readonly isStopping: () => boolean;
}

/**
 * Forwards a body in pieces to the regulation service while the body arrives. Only one piece at a
 * time is in memory. If the connection breaks, the received part is stored, too.
 *
 * @throws LetheError of `appendToImport` and `requireCaller`; `request_timeout` if the connection
 * broke; `unavailable` if this process stops
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
      message: `This gateway is shutting down. Continue the upload at byte ${receivedBytes}.`,
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

  /**
   * Stores a piece. If there is no answer, sends it again; the service stores a piece only once.
   */
  private async store(piece: Omit<AppendToImport, 'context'>): Promise<ImportDto> {
    const { imports, context, requireCaller } = this.receiving;
    const until = Date.now() + ALL_ATTEMPTS_MS;
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
