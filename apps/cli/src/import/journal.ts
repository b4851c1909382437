import { randomUUID } from 'node:crypto';
import { open, readFile, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { CommandFailure } from '../command-context.js';
import type { Chunk, RefusedRow } from './chunks.js';

/** For whom and for what an import is: the same at each run. */
export interface ImportTarget {
  readonly url: string;
  readonly workspaceId: string;
  /** The members of each request beside the users. */
  readonly request: Readonly<Record<string, unknown>>;
}

const HEADER = z.object({
  journal: z.literal(1),
  id: z.uuid(),
  url: z.string(),
  workspaceId: z.string(),
  request: z.record(z.string(), z.unknown()),
});

/** What every journal begins with. */
const BEGINNING = '{"journal":1,';

const ENTRY = z.union([
  z.object({ chunk: z.number(), sending: z.number(), hash: z.string(), at: z.iso.datetime() }),
  z.object({
    chunk: z.number(),
    refused: z.array(z.object({ line: z.number(), reason: z.string() })),
  }),
  z.object({ chunk: z.number(), acknowledged: z.number() }),
  z.object({ chunk: z.number(), withdrawn: z.literal(true) }),
]);

/** What is known of a chunk from earlier runs, and from this one. */
export interface ChunkRecord {
  readonly rows: number;
  readonly hash: string;
  /** RFC 3339: when it was about to be sent for the first time. */
  readonly sentAt: string;
  /** Rows that the API refused. */
  readonly refused: readonly RefusedRow[];
  /** Users that were taken; absent while it is not known whether any were. */
  readonly acknowledged?: number;
}

/**
 * What an import has done so far: a file of one JSON value a line, each on the disk before the import
 * goes on. It names lines of the imported file, and no identifier of a user.
 */
export class Journal {
  private readonly chunks = new Map<number, ChunkRecord>();
  private isBegun = false;

  private constructor(
    /** Of this import; keys of requests begin with it. */
    readonly id: string,
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly target: ImportTarget,
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
    const text = await readFile(file, 'utf8');
    assertJournal(path, text);
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    // A line without an end was being written when the process or the machine died: it does not count.
    if (whole.length < text.length) await file.truncate(Buffer.byteLength(whole));
    const [first, ...lines] = whole.split('\n').slice(0, -1);
    const header = first === undefined ? undefined : parseLine(HEADER, first, path);
    const journal = new Journal(header?.id ?? randomUUID(), path, file, target);
    for (const line of lines) journal.apply(parseLine(ENTRY, line, path));
    if (header !== undefined && journal.chunks.size > 0) {
      assertSame(path, header, target);
      journal.isBegun = true;
    } else {
      await file.truncate(0); // nothing was done: it may become another import
    }
    return journal;
  }

  find(chunk: number): ChunkRecord | undefined {
    return this.chunks.get(chunk);
  }

  /** To be called before a chunk is sent for the first time. */
  async sending({ number, rows, hash }: Chunk): Promise<void> {
    if (!this.isBegun) {
      await this.append({ journal: 1, id: this.id, ...this.target });
      await syncFolderOf(this.path);
    }
    this.isBegun = true;
    await this.record({ chunk: number, sending: rows, hash, at: new Date().toISOString() });
  }

  /** To be called before the chunk is sent again, without these rows. */
  refused(chunk: number, rows: readonly RefusedRow[]): Promise<void> {
    return this.record({ chunk, refused: [...rows] });
  }

  /** Nobody asks for the chunk again in this run, so it is kept on the disk only. */
  async acknowledged(chunk: number, users: number): Promise<void> {
    await this.append({ chunk, acknowledged: users });
    this.chunks.delete(chunk);
  }

  /** It is certain that nothing of the chunk was done, and it may be cut in another way. */
  withdrawn(chunk: number): Promise<void> {
    return this.record({ chunk, withdrawn: true });
  }

  /** Leaves no file behind when nothing was done. */
  async close(): Promise<void> {
    await this.file.close();
    if (!this.isBegun) await rm(this.path, { force: true });
  }

  private async record(entry: z.infer<typeof ENTRY>): Promise<void> {
    await this.append(entry);
    this.apply(entry);
  }

  private async append(value: object): Promise<void> {
    await this.file.appendFile(`${JSON.stringify(value)}\n`);
    await this.file.datasync();
  }

  private apply(entry: z.infer<typeof ENTRY>): void {
    if ('sending' in entry) {
      const { sending: rows, hash, at: sentAt } = entry;
      this.chunks.set(entry.chunk, { rows, hash, sentAt, refused: [] });
      return;
    }
    const known = this.chunks.get(entry.chunk);
    if (known === undefined) return;
    if ('withdrawn' in entry) this.chunks.delete(entry.chunk);
    else if ('acknowledged' in entry) {
      this.chunks.set(entry.chunk, { ...known, acknowledged: entry.acknowledged });
    } else {
      const refused = [...known.refused, ...entry.refused];
      this.chunks.set(entry.chunk, { ...known, refused });
    }
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
function assertJournal(path: string, text: string): void {
  if (text.startsWith(BEGINNING) || BEGINNING.startsWith(text)) return;
  throw new CommandFailure(`${path} is no journal of an import, and is left as it is.`);
}

function parseLine<T>(schema: z.ZodType<T>, line: string, path: string): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    value = undefined;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new CommandFailure(`${path} is no journal of an import, or is damaged; see --journal.`);
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
