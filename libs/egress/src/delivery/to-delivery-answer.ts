import { TextDecoder } from 'node:util';
import { cutToBytes, type DeliveryAnswer, jsonOf, nestsDeeperThan } from '@lethe/contracts';
import type { IncomingAnswer } from '../egress.js';

/**
 * Maximum levels of JSON. JSON with more levels stays a text, because recursive code that reads the
 * answer could exceed its stack.
 */
const MAX_LEVELS = 128;
/** Default maximum bytes of an answer's body, in UTF-8. */
const KEPT_BYTES = 64 * 1024;

/**
 * Returns the status and the body of an answer. JSON is parsed, text becomes a string, and any
 * other body becomes `""`.
 *
 * @param keptBytes maximum bytes of the body in UTF-8. A longer body is cut between two characters,
 *   and stays a text even when it was JSON
 */
export function toDeliveryAnswer(answer: IncomingAnswer, keptBytes = KEPT_BYTES): DeliveryAnswer {
  const kind = kindOf(answer);
  const text = kind === 'other' ? '' : decoded(answer);
  const isCut = Buffer.byteLength(text) > keptBytes;
  const kept = isCut ? cutToBytes(text, keptBytes, '') : text;
  const truncated = answer.truncated || isCut;
  const json = kind === 'json' && !truncated ? parsed(kept) : undefined;
  return { status: answer.status, body: json === undefined ? kept : json, truncated };
}

type Kind = 'json' | 'text' | 'other';

function kindOf({ headers, body }: IncomingAnswer): Kind {
  const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === '') return sniffed(body);
  if (/^application\/json$|\+json$|^text\/json$/.test(type)) return 'json';
  if (
    /^text\/|^application\/(xml|javascript|x-www-form-urlencoded|graphql|x-ndjson)$|\+xml$/.test(
      type,
    )
  ) {
    return 'text';
  }
  return 'other';
}

/**
 * Guesses the kind of a body without a content type. A body in UTF-8 is JSON if it begins with `{`
 * or `[`, and text if it does not.
 */
function sniffed(body: Buffer): Kind {
  const text = body.toString('utf8');
  // The last character is not checked, because a truncated answer can end within a character.
  if (text.slice(0, -1).includes('\ufffd') || text.includes('\u0000')) return 'other';
  return /^\s*[[{]/.test(text) ? 'json' : 'text';
}

function decoded({ headers, body }: IncomingAnswer): string {
  const charset = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  return decoderFor(charset).decode(body);
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch {
    return new TextDecoder(); // an unknown charset is most likely UTF-8
  }
}

/** Returns the parsed JSON, or undefined if the text is not JSON or has too many levels. */
function parsed(text: string): unknown {
  const value = jsonOf(text);
  return nestsDeeperThan(value, MAX_LEVELS) ? undefined : value;
}
