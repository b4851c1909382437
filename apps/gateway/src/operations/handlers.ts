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

/** A request whose path was read and checked. The rest of the request was not read. */
export type UncheckedCall<R extends Route = Route> = CallerOf<R> & {
  readonly path: PathOf<R>;
  readonly request: FastifyRequest;
  /**
   * Reply to set the status and headers. The handler returns the answer, unless the route says that
   * the handler sends it.
   */
  readonly reply: FastifyReply;
};

/** A checked request. */
export type CheckedCall<R extends Route = Route> = UncheckedCall<R> & {
  readonly query: QueryOf<R>;
  readonly headers: HeadersOf<R>;
  readonly body: BodyOf<R>;
  /** Value of `If-Match`; absent if the change is made to any version. */
  readonly precondition: Precondition | undefined;
};

/**
 * Caller, with the members that depend on the credentials of the route. The first case keeps
 * `never`; without this case, `never` would match the routes of data planes.
 */
type CallerOf<R extends Route> = [R] extends [never]
  ? never
  : NonNullable<R['credentials']> extends 'dataPlane'
    ? { readonly dataPlane: DataPlaneIdentity }
    : NonNullable<R['credentials']> extends 'none' | 'session' | 'session if any'
      ? object
      : { readonly identity: TokenIdentity; readonly context: CommandContext };

/**
 * Sends the checked command and returns its answer.
 *
 * @param more members that the gateway adds, or a context with a later deadline
 */
type Send<O extends Operation> = (
  more?: Partial<AddedOf<O> & Pick<CheckedCall, 'context'>>,
) => Promise<AnswerOf<O>>;

/** Additional work of the gateway for an operation with a command. */
export interface Handler<O extends Operation> {
  /**
   * @returns members to add to the body.
   * @throws LetheError `insufficient_scope`, before the body is read
   */
  readonly adds?: (identity: TokenIdentity) => AddedOf<O>;
  readonly answers?: (call: CheckedCall<O>, send: Send<O>) => Promise<AnswerOf<O>>;
}

/** Handler of a route without a command. */
export type RouteHandler<R extends Route> = {
  /** Adds problems of the body that the rules of its DTO do not find. */
  readonly checks?: CheckTogether<BodyOf<R>>;
} & (
  | {
      /**
       * @returns the answer; `undefined` if the route can answer without a body, or if the route
       * says that the handler sends the answer
       */
      readonly answers: (
        call: CheckedCall<R>,
      ) => Promise<AnswerOf<R> | undefined> | AnswerOf<R> | undefined;
      readonly answersUnread?: never;
    }
  | {
      readonly answers?: never;
      /**
       * Used instead of `answers` if a check must be made before the rest of the request is read.
       *
       * @param read reads and checks the rest of the request
       */
      readonly answersUnread: (
        unread: UncheckedCall<R>,
        read: () => Promise<CheckedCall<R>>,
      ) => Promise<AnswerOf<R>>;
    }
);

/**
 * Handlers by operation id. An operation with a command needs no handler. Without a handler, the
 * answer of the command is returned unchanged.
 */
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
