import { TextDecoder } from 'node:util';
import { cutToBytes, type DeliveryAnswer, jsonOf, nestsDeeperThan } from '@lethe/contracts';
import type { IncomingAnswer } from '../egress.js';

/** Levels; deeper JSON is kept as text, as what walks an answer later has only so much stack. */
const MAX_LEVELS = 128;
/** Bytes of an answer's body that are kept, as UTF-8. */
const KEPT_BYTES = 64 * 1024;

/**
 * What is kept of an answer: JSON parsed, text as a string, anything else `""`.
 *
 * @param keptBytes of the body, in UTF-8. Of a longer one the beginning is kept, as text even when
 *   it was JSON, cut between two characters
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

/** Without a content type: JSON when it begins like it, text when it is UTF-8. */
function sniffed(body: Buffer): Kind {
  const text = body.toString('utf8');
  // The end may be the half of a character, when the answer was cut.
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
    return new TextDecoder(); // A charset that nobody knows: UTF-8 is the best guess.
  }
}

/** What its content type calls JSON and is none is kept as the text that came. */
function parsed(text: string): unknown {
  const value = jsonOf(text);
  return nestsDeeperThan(value, MAX_LEVELS) ? undefined : value;
}
