import type { CommandContext, ErrorCode, Scope } from '@lethe/contracts';
import type { Dto } from './kinds.js';

/**
 * An operation of the API, stated once. Its route and documentation in the gateway, the client that sends its command, and the check and
 * the handler in the service follow from it.
 */
export interface Operation<
  Body extends object = object,
  Answer extends object = object,
  Added extends object = object,
> {
  /** Method and path. */
  readonly http: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  readonly summary: string;
  readonly description: string;
  /** Scopes that the token must have, all of them. What depends on the body is checked by the gateway's handler. */
  readonly scopes?: readonly Scope[];
  readonly body: Dto<Body>;
  /** A body that is taken. */
  readonly example: Body;
  readonly answer: {
    readonly status: number;
    readonly type: Dto<Answer>;
    readonly description: string;
    readonly example: Answer;
    /** It may be as large as a page of a list. */
    readonly isLarge?: boolean;
  };
  /** Errors besides those of every operation with a body and a token. */
  readonly errors?: readonly ErrorCode[];
  readonly command: {
    readonly pattern: string;
    /** What the gateway adds to the body. */
    readonly adds?: Dto<Added>;
    /** What the caller is told when the command left and no answer came. */
    readonly whenLost: 'outcome_unknown' | 'unavailable';
  };
}

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
  Body extends object,
  Answer extends object,
  Added extends object = object,
>(stated: Operation<Body, Answer, Added>): Operation<Body, Answer, Added> {
  return stated;
}

export function capability<Operations extends Readonly<Record<string, Operation>>>(
  tag: string,
  description: string,
  operations: Operations,
): Capability<Operations> {
  return { tag, description, operations };
}

/** What travels to the service: the checked body, what the gateway adds, and for whom it is. */
export type CommandOf<O extends Operation> = BodyOf<O> &
  AddedOf<O> & { readonly context: CommandContext };

export type BodyOf<O extends Operation> = InstanceType<O['body']>;
export type AddedOf<O extends Operation> = InstanceType<NonNullable<O['command']['adds']>>;
export type AnswerOf<O extends Operation> = InstanceType<O['answer']['type']>;

/** The commands of a capability: the service carries them out, a client sends them. */
export type CommandsOf<C extends Capability> = {
  readonly [Id in keyof C['operations']]: (
    command: CommandOf<C['operations'][Id]>,
  ) => Promise<AnswerOf<C['operations'][Id]>>;
};

/** @returns patterns of the commands of a capability */
export function patternsOf({ operations }: Capability): string[] {
  return Object.values(operations).map(({ command }) => command.pattern);
}
