import type { Chunk, RefusedRow } from './chunks.js';
import type { SentChunk } from './send-chunk.js';

/** How far an import is. */
export interface ImportCounts {
  readonly rows: number;
  /** Users that the API has taken, in this run and before. */
  readonly accepted: number;
  /** Of these, in earlier runs. */
  readonly acceptedBefore: number;
  readonly refused: number;
  readonly isComplete: boolean;
}

/** Counts what becomes of rows, and tells of those that are refused in the order of the file. */
export class Tally {
  private rows = 0;
  private accepted = 0;
  private before = 0;
  private refused = 0;
  private isComplete = false;

  constructor(
    private readonly onRefused: (rows: readonly RefusedRow[]) => void,
    private readonly onProgress: (bytes: number) => void = () => undefined,
  ) {}

  get counts(): ImportCounts {
    const { rows, accepted, before, refused, isComplete } = this;
    return { rows, accepted, acceptedBefore: before, refused, isComplete };
  }

  /** An earlier run has done it. */
  wasDone(chunk: Chunk, sent: SentChunk): void {
    this.before += sent.accepted;
    this.isDone(chunk, sent);
  }

  isDone(chunk: Chunk, sent: SentChunk): void {
    const refused = [...chunk.refused, ...sent.refused].sort((a, b) => a.line - b.line);
    this.rows += chunk.rows;
    this.accepted += sent.accepted;
    this.refused += refused.length;
    if (refused.length > 0) this.onRefused(refused);
    this.onProgress(chunk.bytes);
  }

  complete(): void {
    this.isComplete = true;
  }
}
