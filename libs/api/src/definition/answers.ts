import type { Readable } from 'node:stream';
import { FIXED_LIMITS } from '@lethe/contracts';
import type { Dto } from './kinds.js';

declare const RESULT: unique symbol;
export interface TypeOfResult<Result> {
  readonly [RESULT]?: Result;
}

const COMPOSED = new WeakMap<Dto, ComposedAnswer>();

/** An answer of one of several types, or a list of such answers. */
export interface ComposedAnswer {
  /** Possible types of the answer, or of each element of the list. */
  readonly of: readonly Dto[];
  readonly isList: boolean;
}

/** Returns the type of an answer that is one of the DTOs. */
export function eitherOf<T extends object>(...of: readonly Dto<T>[]): Dto<T> {
  return composed({ of, isList: false });
}

/** Returns the type of a list. Each element is one of the DTOs. */
export function everyOf<T extends object>(...of: readonly Dto<T>[]): Dto<readonly T[]> {
  return composed({ of, isList: true });
}

/** Returns the DTOs if `eitherOf` or `everyOf` created the type; undefined for every other type. */
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

export function resultOf<Result>(): TypeOfResult<Result> {
  return {};
}

export interface StreamedAnswer<Answer> extends TypeOfResult<Answer> {
  readonly type: string;
  readonly example: string;
}

/** Declares a streamed answer. @param type media type, for example `text/csv` */
export function streamed(type: string, example: string): StreamedAnswer<Readable> {
  return { type, example };
}

/** Returns the type of an answer that can have no content. */
export function orNothing<T extends object>(type: Dto<T>): Dto<Partial<T>> {
  return type;
}

/** Returns the type of an answer that is a list, a text or an `Other`. */
export function listOrText<T extends object, Other extends object = never>(
  type: Dto<T>,
): Dto<readonly T[] | string | Other> {
  return type as Dto<never>;
}

/** Sentence that the API reference contains for every list. */
export const PAGES_END_EARLY = `A page ends early when its records exceed ${FIXED_LIMITS.pageBytes / 1024 ** 2} MiB. Follow \`paging.next\` until it is absent.`;
