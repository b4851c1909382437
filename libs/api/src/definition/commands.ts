import type { PagingDto } from './common.dto.js';
import type { Contexts, Sender } from './contexts.js';
import type { Dto } from './kinds.js';
import type { Capability, Command, Operation, Route, SentWithOf, WhenLost } from './operation.js';

/**
 * A command with the checked members of a request, the members that the gateway adds, and a
 * context.
 */
type RouteCommand<O extends Operation> = PathOf<O> &
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

/** Answer that the caller gets. */
export type AnswerOf<R extends Route> = InstanceType<NonNullable<R['answer']['type']>>;

/** Answer of the service. The gateway converts a page, and returns every other answer unchanged. */
type ServiceAnswer<R extends Route> =
  AnswerOf<R> extends { readonly data: infer Data; readonly paging: PagingDto }
    ? PageOf<Data>
    : AnswerOf<R>;

export interface PageOf<Data> {
  readonly data: Data;
  /** Absent on the last page. */
  readonly nextCursor?: string;
}

/** A command without a route, with its context. */
type InternalCommand<C extends Command> = InstanceType<NonNullable<C['takes']>> & {
  readonly context: Contexts[C['from']];
};

/** Commands of a capability, which a client sends and the service executes. */
export type CommandsOf<C extends Capability> = {
  readonly [Id in keyof C['operations'] as C['operations'][Id] extends Operation ? Id : never]: (
    command: RouteCommand<Extract<C['operations'][Id], Operation>>,
  ) => Promise<ServiceAnswer<C['operations'][Id]>>;
} & {
  readonly [Id in keyof C['commands']]: (
    command: InternalCommand<Extract<C['commands'][Id], Command>>,
  ) => Promise<
    Extract<C['commands'][Id], Command> extends Command<object, infer Result> ? Result : never
  >;
};

export type CommandOf<C extends Capability, Id extends keyof CommandsOf<C>> = Parameters<
  CommandsOf<C>[Id]
>[0];
export type ResultOf<C extends Capability, Id extends keyof CommandsOf<C>> = Awaited<
  ReturnType<CommandsOf<C>[Id]>
>;

/** Definition of a command for its client, its handler and its connections. */
export interface StatedCommand {
  readonly pattern: string;
  /** DTOs that define the members of the command. */
  readonly parts: readonly Dto[];
  readonly from: Sender;
  readonly whenLost: WhenLost;
  readonly sentWith: SentWithOf;
}

/** Returns the commands of a capability, by id. */
export function commandsOf({
  operations,
  commands,
}: Capability): ReadonlyMap<string, StatedCommand> {
  const all = new Map<string, StatedCommand>();
  for (const [id, route] of Object.entries(operations)) {
    if (!isOperation(route)) continue;
    const { path, query, body, answer } = route;
    const { pattern, adds, whenLost } = route.command;
    const parts = [path, query, body, adds].filter((part) => part !== undefined);
    const sentWith = answer.isLarge === true ? 'pages' : 'orders';
    all.set(id, { pattern, parts, from: 'token', whenLost, sentWith });
  }
  for (const [id, { takes, sentWith = 'orders', ...definition }] of Object.entries(
    commands as Readonly<Record<string, Command>>,
  )) {
    all.set(id, { ...definition, parts: takes === undefined ? [] : [takes], sentWith });
  }
  return all;
}

/** Returns whether the regulation service executes a route. */
export function isOperation(stated: Route): stated is Operation {
  return 'command' in stated;
}
