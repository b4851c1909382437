import type {
  AddedOf,
  AnswerOf,
  BodyOf,
  Capability,
  CheckTogether,
  HeadersOf,
  Operation,
  PathOf,
  QueryOf,
  Route,
} from '@lethe/api/definition';
import type { DataPlaneIdentity, Precondition, TokenIdentity } from '@lethe/catalog';
import type { CommandContext } from '@lethe/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request of which only the path was read. */
export type Unread<R extends Route = Route> = AskerOf<R> & {
  readonly path: PathOf<R>;
  readonly request: FastifyRequest;
  /** For status and headers; the answer is what the handler returns, unless the route says that it sends it. */
  readonly reply: FastifyReply;
};

/** A request that was checked. */
export type Asked<R extends Route = Route> = Unread<R> & {
  readonly query: QueryOf<R>;
  readonly headers: HeadersOf<R>;
  readonly body: BodyOf<R>;
  /** What `If-Match` says; absent when the last change is to win. */
  readonly precondition: Precondition | undefined;
};

/** Who asks, by the credentials of the route. For `never` it is `never`: a handler would otherwise have the types of both kinds of routes. */
type AskerOf<R extends Route> = [R] extends [never]
  ? never
  : NonNullable<R['credentials']> extends 'dataPlane'
    ? { readonly dataPlane: DataPlaneIdentity }
    : NonNullable<R['credentials']> extends 'none' | 'session' | 'session if any'
      ? object
      : { readonly identity: TokenIdentity; readonly context: CommandContext };

/** Sends the command with what was checked, and waits for its answer. @param more of what the gateway adds, and a later deadline */
type Send<O extends Operation> = (
  more?: Partial<AddedOf<O> & Pick<Asked, 'context'>>,
) => Promise<AnswerOf<O>>;

/** What the gateway does for an operation besides sending its command. */
export interface Handler<O extends Operation> {
  /** @returns what is added to the body. @throws LetheError `insufficient_scope`, before the body is looked at */
  readonly adds?: (identity: TokenIdentity) => AddedOf<O>;
  readonly answers?: (asked: Asked<O>, send: Send<O>) => Promise<AnswerOf<O>>;
}

/** Carries out a route that has no command. */
export type RouteHandler<R extends Route> = {
  /** Adds what is wrong with the body beside what its DTO says. */
  readonly checks?: CheckTogether<BodyOf<R>>;
} & (
  | {
      /** @returns the answer; undefined where the route says that it may be nothing, or that the handler sends it */
      readonly answers: (
        asked: Asked<R>,
      ) => Promise<AnswerOf<R> | undefined> | AnswerOf<R> | undefined;
      readonly answersUnread?: never;
    }
  | {
      readonly answers?: never;
      /** The same where something must be there before the rest of the request is looked at. @param read checks the rest */
      readonly answersUnread: (
        unread: Unread<R>,
        read: () => Promise<Asked<R>>,
      ) => Promise<AnswerOf<R>>;
    }
);

/** By the id of the operation. One with a command may be absent: then the command is sent and its answer returned as it is. */
export type HandlersOf<C extends Capability> = {
  readonly [Id in OperationIds<C>]?: Handler<Extract<C['operations'][Id], Operation>>;
} & {
  readonly [Id in Exclude<keyof C['operations'], OperationIds<C>>]: RouteHandler<
    C['operations'][Id]
  >;
};

type OperationIds<C extends Capability> = {
  [Id in keyof C['operations']]: C['operations'][Id] extends Operation ? Id : never;
}[keyof C['operations']];
