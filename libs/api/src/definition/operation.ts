import { FIXED_LIMITS, type CommandContext, type ErrorCode, type Scope } from '@lethe/contracts';
import type { Dto } from './kinds.js';
import type { PagingDto } from './paging.dto.js';

/**
 * An operation of the API, stated once. Its route and documentation in the gateway, the client that sends its command, and the check and
 * the handler in the service follow from it.
 */
export interface Operation<
  Path extends object = object,
  Query extends object = object,
  Body extends object = object,
  Answer = unknown,
  Added extends object = object,
> {
  /** Method and path, with its members in braces. */
  readonly http: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  readonly summary: string;
  readonly description: string;
  /** Scopes that the token must have, all of them. What depends on the body is checked by the gateway's handler. */
  readonly scopes?: readonly Scope[];
  readonly path?: Dto<Path>;
  /** Members have names in snake case there. */
  readonly query?: Dto<Query>;
  readonly body?: Dto<Body>;
  /** Bodies that are taken, by name. */
  readonly examples?: Readonly<Record<string, { readonly summary?: string; readonly value: Body }>>;
  readonly answer: {
    readonly status: number;
    readonly description: string;
    /** Absent where the answer has no body. */
    readonly type?: Dto<Answer>;
    readonly example?: Answer;
    /** It may be as large as a page of a list. */
    readonly isLarge?: boolean;
    /** A page of a list: the service answers with its data and a cursor, of which the gateway makes the path of the next one. */
    readonly isPage?: boolean;
  };
  /** Errors besides those of every operation with a token, and with a body. */
  readonly errors?: readonly ErrorCode[];
  readonly command: {
    readonly pattern: string;
    /** What the gateway adds to what the caller sends. */
    readonly adds?: Dto<Added>;
    /** What the caller is told when the command left and no answer came. */
    readonly whenLost: 'outcome_unknown' | 'unavailable';
  };
}

/** What the reference says of every list. */
export const PAGES_END_EARLY = `A page ends early where its records have more than ${FIXED_LIMITS.pageBytes / 1024 ** 2} MiB together: follow \`paging.next\` until it is absent.`;

/** Operations of one capability, by their ids. */
export interface Capability<
  Operations extends Readonly<Record<string, Operation>> = Readonly<Record<string, Operation>>,
> {
  readonly tag: string;
  /** Of the tag. */
  readonly description: string;
  readonly operations: Operations;
}

export function operation<
  Path extends object = object,
  Query extends object = object,
  Body extends object = object,
  Answer = void,
  Added extends object = object,
>(
  stated: Operation<Path, Query, Body, Answer, Added>,
): Operation<Path, Query, Body, Answer, Added> {
  return stated;
}

export function capability<Operations extends Readonly<Record<string, Operation>>>(
  tag: string,
  description: string,
  operations: Operations,
): Capability<Operations> {
  return { tag, description, operations };
}

/** What travels to the service: what was checked of a request, what the gateway adds, and for whom it is. */
export type CommandOf<O extends Operation> = InstanceType<NonNullable<O['path']>> &
  InstanceType<NonNullable<O['query']>> &
  BodyOf<O> &
  AddedOf<O> & { readonly context: CommandContext };

export type BodyOf<O extends Operation> = InstanceType<NonNullable<O['body']>>;
export type AddedOf<O extends Operation> = InstanceType<NonNullable<O['command']['adds']>>;

/** What the caller gets. */
export type AnswerOf<O extends Operation> = InstanceType<NonNullable<O['answer']['type']>>;

/** What the service answers: to the caller as it is, unless it is a page. */
export type ResultOf<O extends Operation> =
  AnswerOf<O> extends { readonly data: infer Data; readonly paging: PagingDto }
    ? PageOf<Data>
    : AnswerOf<O>;

export interface PageOf<Data> {
  readonly data: Data;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** The commands of a capability: the service carries them out, a client sends them. */
export type CommandsOf<C extends Capability> = {
  readonly [Id in keyof C['operations']]: (
    command: CommandOf<C['operations'][Id]>,
  ) => Promise<ResultOf<C['operations'][Id]>>;
};

/** @returns patterns of the commands of a capability */
export function patternsOf({ operations }: Capability): string[] {
  return Object.values(operations).map(({ command }) => command.pattern);
}

/** @returns the DTOs whose members a command has */
export function partsOf({ path, query, body, command }: Operation): Dto[] {
  return [path, query, body, command.adds].filter((part) => part !== undefined);
}
