/** An answer to one of the few commands that are sent. */
export type RespReply =
  | { readonly kind: 'ok' }
  | { readonly kind: 'count'; readonly count: number }
  /** `code` is the first word, e.g. `MOVED`; `text` is all of it. */
  | { readonly kind: 'error'; readonly code: string; readonly text: string };

/** The other side does not speak the protocol as far as it is needed here. */
export class RespError extends Error {
  override readonly name = 'RespError';
}

/** Longest line of an answer, in bytes. */
const MOST_LINE_BYTES = 4_096;

/**
 * Reads answers of a Redis server (RESP 2) out of what arrives. The commands that are sent are answered
 * with one line each; whatever is longer or nested is refused at once, however long it says it will be.
 */
export class RespReplies {
  private rest = Buffer.alloc(0);

  /**
   * @param chunk what has arrived
   * @returns the answers that it completes
   * @throws RespError when it is something else, or a line is too long
   */
  read(chunk: Buffer): RespReply[] {
    const replies: RespReply[] = [];
    let bytes = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    for (;;) {
      const end = bytes.indexOf('\r\n');
      if (end > MOST_LINE_BYTES || (end < 0 && bytes.length > MOST_LINE_BYTES)) {
        throw new RespError('a line is too long');
      }
      if (end < 0) break;
      replies.push(toReply(bytes.toString('utf8', 0, end)));
      bytes = bytes.subarray(end + 2);
    }
    this.rest = Buffer.from(bytes);
    return replies;
  }
}

function toReply(line: string): RespReply {
  const text = line.slice(1);
  if (line.startsWith('+')) return { kind: 'ok' };
  if (line.startsWith('-')) return { kind: 'error', code: text.split(' ', 1)[0] ?? '', text };
  if (/^:\d{1,15}$/.test(line)) return { kind: 'count', count: Number(text) };
  throw new RespError('an answer of another kind');
}
