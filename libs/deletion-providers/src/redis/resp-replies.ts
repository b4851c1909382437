export type RespReply =
  | { readonly kind: 'ok' }
  | { readonly kind: 'count'; readonly count: number }
  /** `text` is the whole error; `code` is its first word, such as `MOVED`. */
  | { readonly kind: 'error'; readonly code: string; readonly text: string };

/** The server sent an answer that Redis does not send to the commands of Lethe. */
export class RespError extends Error {
  override readonly name = 'RespError';
}

const MOST_LINE_BYTES = 4_096;

/**
 * Parses answers of a Redis server (RESP 2) from a stream. All commands that Lethe sends have
 * answers of one line. Longer or nested answers are rejected at once, so that a hostile server
 * cannot fill the memory.
 */
export class RespReplies {
  private partialLine = Buffer.alloc(0);

  /**
   * @returns the answers that end in this chunk
   * @throws RespError for an answer of an unexpected kind, or for a line that is too long
   */
  read(chunk: Buffer): RespReply[] {
    const replies: RespReply[] = [];
    let bytes = this.partialLine.length === 0 ? chunk : Buffer.concat([this.partialLine, chunk]);
    for (;;) {
      const end = bytes.indexOf('\r\n');
      if (end > MOST_LINE_BYTES || (end < 0 && bytes.length > MOST_LINE_BYTES)) {
        throw new RespError('a line is too long');
      }
      if (end < 0) break;
      replies.push(toReply(bytes.toString('utf8', 0, end)));
      bytes = bytes.subarray(end + 2);
    }
    this.partialLine = Buffer.from(bytes);
    return replies;
  }
}

function toReply(line: string): RespReply {
  const text = line.slice(1);
  if (line.startsWith('+')) return { kind: 'ok' };
  if (line.startsWith('-')) return { kind: 'error', code: text.split(' ', 1)[0] ?? '', text };
  if (/^:\d{1,15}$/.test(line)) return { kind: 'count', count: Number(text) };
  throw new RespError('an answer is not OK, an error or a number');
}
