import type { ErrorCode, Scope } from '@lethe/contracts';
import type { StreamedAnswer, TypeOfResult } from './answers.js';
import type { Sender } from './contexts.js';
import type { Dto, Kind } from './kinds.js';

/**
 * Credentials that a route accepts.
 *
 * - `token`: a token, or the session of a person in the console
 * - `token or basic`: same as `token`, and also the token as Basic credentials
 * - `token only`: a token, but not a session
 * - `dataPlane`: the secret of a data plane
 * - `session`: the session of a person in the console
 * - `session if any`: the gateway checks nothing, and the handler reads the session if there is one
 * - `none`: no credentials
 */
export type Credentials =
  'token' | 'token or basic' | 'token only' | 'dataPlane' | 'session' | 'session if any' | 'none';

/**
 * Definition of a route of the API. The gateway derives the check of requests and the API reference
 * from it.
 */
export interface Route<
  Path extends object = object,
  Query extends object = object,
  Body extends object = object,
  Answer = unknown,
  Headers extends object = object,
  From extends Credentials = Credentials,
> {
  /** Method and path. Parameters of the path are in braces. */
  readonly http: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  readonly summary: string;
  readonly description: string;
  /** The default is the tag of the capability. */
  readonly tag?: string;
  /** The default is `token`. */
  readonly credentials?: From;
  /**
   * The token needs all these scopes. Scopes that depend on the body are not listed here, because
   * the handler in the gateway checks them.
   */
  readonly scopes?: readonly Scope[];
  /**
   * Path parameters. A request of a data plane must contain the id of its own workspace or
   * namespace.
   */
  readonly path?: Dto<Path>;
  /**
   * Query parameters, in snake case. The gateway refuses unknown parameters, except from data
   * planes. It ignores unknown parameters of data planes.
   */
  readonly query?: Dto<Query>;
  /**
   * Headers that only this route reads. The member `uploadLength` is the header `Upload-Length`.
   */
  readonly headers?: Dto<Headers>;
  readonly body?: Dto<Body>;
  /** Whether an absent body is treated as an empty object. */
  readonly isBodyOptional?: boolean;
  /** Set if the body is a merge patch (RFC 7396). The handler checks the result. */
  readonly patches?: {
    readonly of: Dto;
    /** Members that `null` removes. No other member can be removed. */
    readonly removable?: readonly string[];
    readonly example: object;
  };
  /** Maximum nesting levels of the body, if the default does not fit. */
  readonly bodyDepth?: number;
  /**
   * Whether the route supports If-Match. With this header, a request changes the item only if the
   * header names its current version.
   */
  readonly takesIfMatch?: boolean;
  /** Whether the handler reads and checks the body itself, with any content type. */
  readonly isBodyRaw?: boolean;
  /** Set if the handler reads the body as a stream, so that it is never completely in memory. */
  readonly streams?: {
    readonly types: readonly string[];
    /** Message about a media type that is not accepted. */
    readonly otherwise: string;
  };
  /** Example bodies by name. */
  readonly examples?: Readonly<
    Record<string, { readonly summary?: string; readonly value: Partial<Body> }>
  >;
  readonly answer: {
    readonly status: number;
    readonly description: string;
    /** Absent if the answer has no body. See also `listOrText` and `orNothing`. */
    readonly type?: Dto<Answer>;
    readonly example?: Answer;
    /** Result of `streamed`, for an answer that is not JSON. */
    readonly stream?: StreamedAnswer<Answer>;
    /** Whether the answer can be as large as a page of a list. */
    readonly isLarge?: boolean;
    /**
     * Whether the answer is a page of a list. The gateway then creates the path of the next page
     * from the cursor of the service.
     */
    readonly isPage?: boolean;
    /**
     * Description of an answer without content, if such an answer is possible. The service then
     * sends an empty object, and the gateway answers with the status 204. `type` is a result of
     * `orNothing`.
     */
    readonly mayBeNothing?: string;
    /**
     * Text for a caller that does not accept JSON. Callers that accept JSON get a list of `type`.
     */
    readonly orText?: string;
    /** Whether the answer is compressed for a caller that accepts gzip. */
    readonly isCompressed?: boolean;
    /** Returns the ETag. A caller that sends this ETag gets the status 304. */
    tag?(answer: Answer): string;
    /** Replaces `type` if the handler sends the answer itself, for example as a stream. */
    readonly sends?: {
      readonly is: Kind;
      /** Content type, if it is not JSON. */
      readonly as?: string;
      /** Whether the answer has an ETag. */
      readonly hasTag?: boolean;
      readonly example: unknown;
    };
  };
  /** Further success statuses that the handler can set. */
  readonly otherAnswers?: readonly {
    readonly status: number;
    readonly description: string;
    readonly type: Dto;
    readonly example: object;
  }[];
  /**
   * Whether the gateway answers a temporary failure with 204, because the client exits after any
   * error.
   */
  readonly neverFails?: boolean;
  /**
   * Whether the gateway answers a body that is too large with 204, because the client would repeat
   * an error forever.
   */
  readonly passesOverLarge?: boolean;
  /** Errors that `errorsOf` of the gateway does not derive from the other members of the route. */
  readonly errors?: readonly ErrorCode[];
}

/**
 * Error when a command was sent and no answer arrived. It is `unavailable` for a command that
 * changes nothing or is safe to repeat. For any other command, it is `outcome_unknown`, because the
 * service has possibly executed the command.
 */
export type WhenLost = 'outcome_unknown' | 'unavailable';

/**
 * A route that the regulation service executes. Lethe derives the client, the check and the handler
 * of the command from it.
 */
export interface Operation<
  Path extends object = object,
  Query extends object = object,
  Body extends object = object,
  Answer = unknown,
  Added extends object = object,
  Headers extends object = object,
> extends Route<Path, Query, Body, Answer, Headers, 'token'> {
  readonly command: {
    readonly pattern: string;
    /** Members that the gateway adds to the request. */
    readonly adds?: Dto<Added>;
    readonly whenLost: WhenLost;
  };
}

/** A command to the regulation service without a route. */
export interface Command<
  Sent extends object = object,
  Result = unknown,
  From extends Sender = Sender,
> {
  readonly pattern: string;
  /** Members of the command, without the context. */
  readonly takes?: Dto<Sent>;
  /** Kind of sender. It determines the context. */
  readonly from: From;
  /** Result of `resultOf`. Absent if the answer is empty. */
  readonly result?: TypeOfResult<Result>;
  /**
   * Kind of connection for the command. The default is `orders`. Commands with large answers and
   * commands for data planes use other kinds.
   */
  readonly sentWith?: SentWithOf;
  readonly whenLost: WhenLost;
}

/**
 * Kinds of connections from a gateway to the regulation service. While the service sends a large
 * answer, it reads no other command from the same connection.
 */
export type SentWith = 'orders' | 'pages' | 'feed' | 'records';
export type SentWithOf = SentWith | ((command: Readonly<Record<string, unknown>>) => SentWith);

type Routes = Readonly<Record<string, Route>>;

/** Operations of one capability, by their ids. */
export interface Capability<Operations extends Routes = Routes, Internal extends object = object> {
  readonly tag: string;
  readonly description: string;
  readonly operations: Operations;
  readonly commands: Internal;
}

export function operation<
  Path extends object = object,
  Query extends object = object,
  Body extends object = object,
  Answer = void,
  Added extends object = object,
  Headers extends object = object,
>(stated: Operation<Path, Query, Body, Answer, Added, Headers>) {
  return stated;
}

/** Defines a route that the gateway executes without a command to the regulation service. */
export function route<
  Path extends object = object,
  Query extends object = object,
  Body extends object = object,
  Answer = void,
  Headers extends object = object,
  From extends Credentials = 'token',
>(
  stated: Route<Path, Query, Body, Answer, Headers, From>,
): Route<Path, Query, Body, Answer, Headers, NoInfer<From>> {
  return stated;
}

export function command<Result, From extends Sender, Sent extends object = object>(
  stated: Command<Sent, Result, From>,
) {
  return stated;
}

/** Defines a capability. @param commands its commands that have no route */
export function capability<Operations extends Routes, Internal extends object = object>(
  tag: string,
  description: string,
  operations: Operations,
  commands: Internal = {} as Internal,
): Capability<Operations, Internal> {
  return { tag, description, operations, commands };
}
