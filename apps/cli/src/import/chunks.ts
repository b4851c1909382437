import { createHash } from 'node:crypto';
import type { UserIdentifiers } from '@lethe/contracts';
import type { Row } from './read-rows.js';
import type { UserOfRow } from './to-user.js';

/** Bytes of the users of one request, as JSON; the API takes 8 MiB. */
const MAX_BYTES = 4 * 1024 * 1024;

/** A row that was or is to be refused, and why. */
export interface RefusedRow {
  readonly line: number;
  readonly reason: string;
}

/** The user of a row. */
export interface UserAtLine {
  readonly line: number;
  readonly user: UserIdentifiers;
}

/** Rows that go into one request. */
export interface Chunk {
  /** From 1. */
  readonly number: number;
  readonly rows: number;
  readonly firstLine: number;
  readonly lastLine: number;
  /** Of the file, up to its end. */
  readonly bytes: number;
  /** Of what its rows hold: it says whether the file is still the same. */
  readonly hash: string;
  readonly users: readonly UserAtLine[];
  readonly refused: readonly RefusedRow[];
}

/**
 * Cuts rows into chunks.
 *
 * @param options.rowsOf how many rows a chunk had at an earlier run, which it must have again; asked of one after the other
 * @param options.most rows of every other chunk
 * @param options.meaning of the columns; with another one the chunks are others
 */
export async function* cutIntoChunks(
  rows: AsyncIterable<Row>,
  toUser: (row: Row) => UserOfRow,
  options: {
    readonly rowsOf: (chunk: number) => Promise<number | undefined>;
    readonly most: number;
    readonly meaning: string;
  },
): AsyncGenerator<Chunk> {
  const begin = async (number: number) =>
    new GrowingChunk(number, await options.rowsOf(number), options.most, options.meaning);
  let chunk = await begin(1);
  for await (const row of rows) {
    chunk.add(row, toUser(row));
    if (!chunk.isFull) continue;
    yield chunk.toChunk();
    chunk = await begin(chunk.number + 1);
  }
  if (chunk.rows > 0) yield chunk.toChunk();
}

class GrowingChunk {
  rows = 0;
  private userBytes = 0;
  private first: Row | undefined;
  private last: Row | undefined;
  private readonly users: UserAtLine[] = [];
  private readonly refused: RefusedRow[] = [];
  private readonly hash = createHash('sha256');

  constructor(
    readonly number: number,
    private readonly exactly: number | undefined,
    private readonly most: number,
    meaning: string,
  ) {
    this.hash.update(`${meaning}\n`);
  }

  get isFull(): boolean {
    if (this.exactly !== undefined) return this.rows === this.exactly;
    return this.rows >= this.most || this.userBytes >= MAX_BYTES;
  }

  add(row: Row, made: UserOfRow): void {
    this.rows += 1;
    this.first ??= row;
    this.last = row;
    this.hash.update(`${JSON.stringify(row.values)}\n`);
    if ('user' in made) {
      this.users.push({ line: row.line, user: made.user });
      this.userBytes += Buffer.byteLength(JSON.stringify(made.user));
    } else {
      this.refused.push({ line: row.line, reason: made.problem });
    }
  }

  toChunk(): Chunk {
    const { number, rows, users, refused, first, last } = this;
    return {
      ...{ number, rows, users, refused },
      firstLine: first?.line ?? 0,
      lastLine: last?.line ?? 0,
      bytes: last?.bytes ?? 0,
      hash: this.hash.digest('hex'),
    };
  }
}
