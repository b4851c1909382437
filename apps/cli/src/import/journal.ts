import { randomUUID } from 'node:crypto';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CommandFailure } from '../command-context.js';
import type { Chunk, RefusedRow } from './chunks.js';
import {
  parseHeader,
  recordsOf,
  type ChunkRecord,
  type ImportTarget,
  type JournalEntry,
  type JournalHeader,
} from './journal-entries.js';
import { linesOf, wholeSize } from './journal-lines.js';

/** What every journal begins with. */
const BEGINNING = '{"journal":1,';

/**
 * What an import has done so far: a file of one JSON value a line, each on the disk before the import
 * goes on. It names lines of the imported file, and no identifier of a user. What earlier runs did is read as it is
 * asked for, chunk by chunk, so that a journal may be larger than the memory.
 */
export class Journal {
  private isBegun = false;
  /** The first of the earlier records that is not of a chunk before those asked for. */
  private next: ChunkRecord | undefined;

  private constructor(
    /** Of this import; keys of requests begin with it. */
    readonly id: string,
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly target: ImportTarget,
    private readonly earlier: AsyncGenerator<ChunkRecord>,
  ) {}

  /**
   * Opens the journal of an import, or begins one.
   *
   * @throws CommandFailure when it cannot be used, or belongs to another import
   */
  static async open(path: string, target: ImportTarget): Promise<Journal> {
    try {
      const file = await open(path, 'a+', 0o600);
      try {
        return await Journal.read(path, file, target);
      } catch (error) {
        await file.close();
        throw error;
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (error instanceof CommandFailure || code === undefined) throw error;
      throw new CommandFailure(`The journal ${path} cannot be used (${code}); see --journal.`, {
        cause: error,
      });
    }
  }

  private static async read(
    path: string,
    file: FileHandle,
    target: ImportTarget,
  ): Promise<Journal> {
    await assertJournal(path, file);
    // A line without an end was being written when the process or the machine died: it does not count.
    const size = await wholeSize(file);
    await file.truncate(size);
    const lines = linesOf(file, size);
    const first = (await lines.next()).value as string | undefined;
    const header = first === undefined ? undefined : parseHeader(first, path);
    const earlier = recordsOf(lines, path);
    const journal = new Journal(header?.id ?? randomUUID(), path, file, target, earlier);
    await journal.readOn();
    if (header !== undefined && journal.next !== undefined) {
      assertSame(path, header, target);
      journal.isBegun = true;
    } else {
      await file.truncate(0); // nothing was done: it may become another import
    }
    return journal;
  }

  /**
   * What earlier runs did with a chunk.
   *
   * @param chunk not before the one that was asked for last
   * @throws CommandFailure when the journal is damaged there
   */
  async find(chunk: number): Promise<ChunkRecord | undefined> {
    while (this.next !== undefined && this.next.chunk < chunk) await this.readOn();
    return this.next?.chunk === chunk ? this.next : undefined;
  }

  /** To be called before a chunk is sent for the first time. */
  async sending({ number, rows, hash }: Chunk): Promise<void> {
    if (!this.isBegun) {
      await this.append({ journal: 1, id: this.id, ...this.target });
      await syncFolderOf(this.path);
    }
    this.isBegun = true;
    await this.append({ chunk: number, sending: rows, hash, at: new Date().toISOString() });
  }

  /** To be called before the chunk is sent again, without these rows. */
  refused(chunk: number, rows: readonly RefusedRow[]): Promise<void> {
    return this.append({ chunk, refused: [...rows] });
  }

  acknowledged(chunk: number, users: number): Promise<void> {
    return this.append({ chunk, acknowledged: users });
  }

  /** It is certain that nothing of the chunk was done, and it may be cut in another way. */
  withdrawn(chunk: number): Promise<void> {
    return this.append({ chunk, withdrawn: true });
  }

  /** Leaves no file behind when nothing was done. */
  async close(): Promise<void> {
    await this.file.close();
    if (!this.isBegun) await rm(this.path, { force: true });
  }

  private async readOn(): Promise<void> {
    this.next = (await this.earlier.next()).value as ChunkRecord | undefined;
  }

  private async append(value: JournalEntry | JournalHeader): Promise<void> {
    await this.file.appendFile(`${JSON.stringify(value)}\n`);
    await this.file.datasync();
  }
}

/** What a folder answers that cannot be synced, or not by us. */
const NO_SYNC = ['EACCES', 'EINVAL', 'EISDIR', 'ENOTSUP', 'EPERM'];

/** A file that is new survives a power cut only when its folder is on the disk, too. */
async function syncFolderOf(path: string): Promise<void> {
  try {
    const folder = await open(dirname(path), 'r');
    await folder.sync().finally(() => folder.close());
  } catch (error) {
    if (!NO_SYNC.includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

/** Before anything is changed: somebody may have named the wrong file. */
async function assertJournal(path: string, file: FileHandle): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(BEGINNING.length), 0, undefined, 0);
  if (BEGINNING.startsWith(buffer.toString('utf8', 0, bytesRead))) return;
  throw new CommandFailure(`${path} is no journal of an import, and is left as it is.`);
}

function assertSame(path: string, header: ImportTarget, target: ImportTarget): void {
  const differs = (['url', 'workspaceId', 'request'] as const).find(
    (name) => JSON.stringify(header[name]) !== JSON.stringify(target[name]),
  );
  if (differs === undefined) return;
  throw new CommandFailure(
    `${path} belongs to an import with another ${differs}: ${JSON.stringify(header[differs])}, now ${JSON.stringify(target[differs])}. For an import of its own name another --journal.`,
  );
}
