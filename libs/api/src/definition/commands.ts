import type { PagingDto } from './common.dto.js';
import type { Contexts, Sender } from './contexts.js';
import type { Dto } from './kinds.js';
import type { Capability, Command, Operation, Route, SentWithOf, WhenLost } from './operation.js';

/** What travels to the service: what was checked of a request, what the gateway adds, and for whom it is. */
type Asked<O extends Operation> = PathOf<O> &
  QueryOf<O> &
  BodyOf<O> &
  AddedOf<O> & { readonly context: Contexts['token'] };

export type PathOf<R extends Route> = InstanceType<NonNullable<R['path']>>;
export type QueryOf<R extends Route> = InstanceType<NonNullable<R['query']>>;
export type BodyOf<R extends Route> = InstanceType<NonNullable<R['body']>>;
export type HeadersOf<R extends Route> = InstanceType<NonNullable<R['headers']>>;
export type AddedOf<R extends Route> = R extends Operation
  ? InstanceType<NonNullable<R['command']['adds']>>
  : object;

/** What the caller gets. */
export type AnswerOf<R extends Route> = InstanceType<NonNullable<R['answer']['type']>>;

/** What the service answers: to the caller as it is, unless it is a page. */
type Answered<R extends Route> =
  AnswerOf<R> extends { readonly data: infer Data; readonly paging: PagingDto }
    ? PageOf<Data>
    : AnswerOf<R>;

export interface PageOf<Data> {
  readonly data: Data;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** A command that no route stands for, as it travels. */
type Sent<C extends Command> = InstanceType<NonNullable<C['takes']>> & {
  readonly context: Contexts[C['from']];
};

/** The commands of a capability: the service carries them out, a client sends them. */
export type CommandsOf<C extends Capability> = {
  readonly [Id in keyof C['operations'] as C['operations'][Id] extends Operation ? Id : never]: (
    command: Asked<Extract<C['operations'][Id], Operation>>,
  ) => Promise<Answered<C['operations'][Id]>>;
} & {
  readonly [Id in keyof C['commands']]: (
    command: Sent<Extract<C['commands'][Id], Command>>,
  ) => Promise<
    Extract<C['commands'][Id], Command> extends Command<object, infer Result> ? Result : never
  >;
};

/** One of them, as it travels, and what comes back. */
export type CommandOf<C extends Capability, Id extends keyof CommandsOf<C>> = Parameters<
  CommandsOf<C>[Id]
>[0];
export type ResultOf<C extends Capability, Id extends keyof CommandsOf<C>> = Awaited<
  ReturnType<CommandsOf<C>[Id]>
>;

/** A command as its client, its handler and its connections see it. */
export interface StatedCommand {
  readonly pattern: string;
  /** DTOs whose members it has. */
  readonly parts: readonly Dto[];
  readonly from: Sender;
  readonly whenLost: WhenLost;
  readonly sentWith: SentWithOf;
}

/** @returns the commands of a capability, by the ids under which its `CommandsOf` has them */
export function commandsOf({
  operations,
  commands,
}: Capability): ReadonlyMap<string, StatedCommand> {
  const all = new Map<string, StatedCommand>();
  for (const [id, one] of Object.entries(operations)) {
    if (!isOperation(one)) continue;
    const { path, query, body, answer } = one;
    const { pattern, adds, whenLost } = one.command;
    const parts = [path, query, body, adds].filter((part) => part !== undefined);
    const sentWith = answer.isLarge === true ? 'pages' : 'orders';
    all.set(id, { pattern, parts, from: 'token', whenLost, sentWith });
  }
  for (const [id, { takes, sentWith = 'orders', ...one }] of Object.entries(
    commands as Readonly<Record<string, Command>>,
  )) {
    all.set(id, { ...one, parts: takes === undefined ? [] : [takes], sentWith });
  }
  return all;
}

/** @returns whether the regulation service carries a route out */
export function isOperation(stated: Route): stated is Operation {
  return 'command' in stated;
}
