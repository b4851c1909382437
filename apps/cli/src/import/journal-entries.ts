import { z } from 'zod';
import { CommandFailure } from '../command-context.js';
import type { RefusedRow } from './chunks.js';

/** For whom and for what an import is: the same at each run. */
export interface ImportTarget {
  readonly url: string;
  readonly workspaceId: string;
  /** The members of each request beside the users. */
  readonly request: Readonly<Record<string, unknown>>;
}

/** What is known of a chunk from earlier runs. */
export interface ChunkRecord {
  /** From 1. */
  readonly chunk: number;
  readonly rows: number;
  readonly hash: string;
  /** RFC 3339: when it was about to be sent for the first time. */
  readonly sentAt: string;
  /** Rows that the API refused. */
  readonly refused: readonly RefusedRow[];
  /** Users that were taken; absent while it is not known whether any were. */
  readonly acknowledged?: number;
}

const HEADER = z.object({
  journal: z.literal(1),
  id: z.uuid(),
  url: z.string(),
  workspaceId: z.string(),
  request: z.record(z.string(), z.unknown()),
});

const ENTRY = z.union([
  z.object({ chunk: z.number(), sending: z.number(), hash: z.string(), at: z.iso.datetime() }),
  z.object({
    chunk: z.number(),
    refused: z.array(z.object({ line: z.number(), reason: z.string() })),
  }),
  z.object({ chunk: z.number(), acknowledged: z.number() }),
  z.object({ chunk: z.number(), withdrawn: z.literal(true) }),
]);

/** What the first line says. */
export type JournalHeader = z.infer<typeof HEADER>;

/** What a line after it says. */
export type JournalEntry = z.infer<typeof ENTRY>;

/** @throws CommandFailure when the first line of a journal is none */
export function parseHeader(line: string, path: string): JournalHeader {
  return parse(HEADER, line, path);
}

/**
 * What the lines after the first say of each chunk, in the order of the chunks, which is that of the lines: a chunk is sent when
 * it is known what became of the one before.
 *
 * @throws CommandFailure at the first line that says something else
 */
export async function* recordsOf(
  lines: AsyncIterable<string>,
  path: string,
): AsyncGenerator<ChunkRecord> {
  let last = 0;
  let record: ChunkRecord | undefined;
  for await (const line of lines) {
    const entry = parse(ENTRY, line, path);
    if (entry.chunk < last) throw damaged(path);
    if (record !== undefined && entry.chunk > last) yield record;
    if (entry.chunk > last) record = undefined;
    last = entry.chunk;
    record = after(record, entry);
  }
  if (record !== undefined) yield record;
}

/** @returns what is known of a chunk once an entry of it is read; nothing when it may be cut in another way */
function after(known: ChunkRecord | undefined, entry: JournalEntry): ChunkRecord | undefined {
  if ('sending' in entry) {
    const { chunk, sending: rows, hash, at: sentAt } = entry;
    return { chunk, rows, hash, sentAt, refused: [] };
  }
  if (known === undefined || 'withdrawn' in entry) return undefined;
  if ('acknowledged' in entry) return { ...known, acknowledged: entry.acknowledged };
  return { ...known, refused: [...known.refused, ...entry.refused] };
}

function parse<T>(schema: z.ZodType<T>, line: string, path: string): T {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    value = undefined;
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw damaged(path);
}

function damaged(path: string): CommandFailure {
  return new CommandFailure(`${path} is no journal of an import, or is damaged; see --journal.`);
}
