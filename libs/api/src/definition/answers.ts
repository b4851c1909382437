import type { Readable } from 'node:stream';
import { FIXED_LIMITS } from '@lethe/contracts';
import type { Dto } from './kinds.js';

declare const RESULT: unique symbol;
export interface TypeOfResult<Result> {
  readonly [RESULT]?: Result;
}

const COMPOSED = new WeakMap<Dto, ComposedAnswer>();

/** An answer that is no DTO itself. */
export interface ComposedAnswer {
  /** It is, or its elements are, one of these. */
  readonly of: readonly Dto[];
  readonly isList: boolean;
}

/** The type of an answer that is one of several. */
export function eitherOf<T extends object>(...of: readonly Dto<T>[]): Dto<T> {
  return composed({ of, isList: false });
}

/** The type of an answer that is a list, each element one of these. */
export function everyOf<T extends object>(...of: readonly Dto<T>[]): Dto<readonly T[]> {
  return composed({ of, isList: true });
}

/** @returns what an answer consists of; undefined for one that is a DTO */
export function composedOf(type: Dto): ComposedAnswer | undefined {
  return COMPOSED.get(type);
}

function composed<T>(answer: ComposedAnswer): Dto<T> {
  class Composed {
    readonly of = answer.of;
  }
  COMPOSED.set(Composed, answer);
  return Composed as unknown as Dto<T>;
}

/** States the type of what a command answers with. */
export function resultOf<Result>(): TypeOfResult<Result> {
  return {};
}

/** An answer that is sent as it is made. */
export interface StreamedAnswer<Answer> extends TypeOfResult<Answer> {
  readonly type: string;
  readonly example: string;
}

/** States an answer of another media type than JSON. */
export function streamed(type: string, example: string): StreamedAnswer<Readable> {
  return { type, example };
}

/** The type of an answer that may be nothing. */
export function orNothing<T extends object>(type: Dto<T>): Dto<Partial<T>> {
  return type;
}

/** The type of an answer that is a list, or a text, or of a type of the other answers. */
export function listOrText<T extends object, Other extends object = never>(
  type: Dto<T>,
): Dto<readonly T[] | string | Other> {
  return type as Dto<never>;
}

/** What the reference says of every list. */
export const PAGES_END_EARLY = `A page ends early where its records have more than ${FIXED_LIMITS.pageBytes / 1024 ** 2} MiB together: follow \`paging.next\` until it is absent.`;
