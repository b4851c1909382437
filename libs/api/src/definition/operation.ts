import type { ErrorCode, Scope } from '@lethe/contracts';
import type { StreamedAnswer, TypeOfResult } from './answers.js';
import type { Sender } from './contexts.js';
import type { Dto, Kind } from './kinds.js';

/**
 * With what a request says who asks: the token of a user, in whose place a page may have the session of the console (`token only`:
 * not here), and which may come as Basic credentials, too, where it says so; the secret of a data plane; or the session of the
 * console. `session if any` asks for nothing before the handler, which looks for a session itself.
 */
export type Credentials =
  'token' | 'token or basic' | 'token only' | 'dataPlane' | 'session' | 'session if any' | 'none';

/** A route of the API, stated once. Its check and its documentation in the gateway follow from it. */
export interface Route<
  Path extends object = object,
  Query extends object = object,
  Body extends object = object,
  Answer = unknown,
  Headers extends object = object,
  From extends Credentials = Credentials,
> {
  /** Method and path, with its members in braces. */
  readonly http: `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;
  readonly summary: string;
  readonly description: string;
  /** Where it is not that of the capability. */
  readonly tag?: string;
  /** A token without it. */
  readonly credentials?: From;
  /**
   * Scopes that the token must have, all of them; an empty list where it needs none. What depends on the body is checked by the
   * gateway's handler.
   */
  readonly scopes?: readonly Scope[];
  /** That of a data plane names its workspace or its namespace, or the request is refused. */
  readonly path?: Dto<Path>;
  /** Members have names in snake case there. What a data plane sends besides is passed over. */
  readonly query?: Dto<Query>;
  /** Headers that only this route reads. `uploadLength` is `Upload-Length` there. */
  readonly headers?: Dto<Headers>;
  readonly body?: Dto<Body>;
  /** Without a body, the request is taken as an empty object. */
  readonly isBodyOptional?: boolean;
  /** The body is a merge patch (RFC 7396) of such a body: what is absent stays. The handler checks what comes of it. */
  readonly patches?: {
    readonly of: Dto;
    /** Members that `null` removes; others have a value in any case. */
    readonly removable?: readonly string[];
    readonly example: object;
  };
  /** How deep the whole of it may nest, where it is not as every body. */
  readonly bodyDepth?: number;
  /** The change is made only while the version that the caller names is the present one. */
  readonly takesIfMatch?: boolean;
  /** The handler reads and checks it, whatever its content type. */
  readonly isBodyRaw?: boolean;
  /** A body that the handler reads from the request as it comes: it is never in memory as a whole. */
  readonly streams?: {
    /** Media types that are taken. */
    readonly types: readonly string[];
    /** What is said of another type. */
    readonly otherwise: string;
  };
  /** Bodies that are taken, by name. */
  readonly examples?: Readonly<
    Record<string, { readonly summary?: string; readonly value: Partial<Body> }>
  >;
  readonly answer: {
    readonly status: number;
    readonly description: string;
    /** Absent where the answer has no body. Of one that differs, it is made by `listOrText` or `orNothing`. */
    readonly type?: Dto<Answer>;
    readonly example?: Answer;
    /** Of an answer that is no JSON, made by `streamed`. */
    readonly stream?: StreamedAnswer<Answer>;
    /** It may be as large as a page of a list. */
    readonly isLarge?: boolean;
    /** A page of a list: the service answers with its data and a cursor, of which the gateway makes the path of the next one. */
    readonly isPage?: boolean;
    /**
     * Says what it means that there is nothing to answer with: the service answers with an empty object, the gateway with 204.
     * The type is then made by `orNothing`.
     */
    readonly mayBeNothing?: string;
    /** The text for a caller who does not read JSON; the answer for others is a list of the type. */
    readonly orText?: string;
    /** Sent with gzip to a caller who takes it. */
    readonly isCompressed?: boolean;
    /** Makes its ETag: a caller who names it gets 304. */
    tag?(answer: Answer): string;
    /** In place of `type`: what the handler sends by itself, such as a stream. */
    readonly sends?: {
      readonly is: Kind;
      /** Its content type, where that is not JSON. */
      readonly as?: string;
      /** Whether it has an ETag, too. */
      readonly hasTag?: boolean;
      readonly example: unknown;
    };
  };
  /** Further statuses that it succeeds with; the handler sets them. */
  readonly otherAnswers?: readonly {
    readonly status: number;
    readonly description: string;
    readonly type: Dto;
    readonly example: object;
  }[];
  /** The client ends with an error that it gets: what may succeed later is answered with 204, as if there were nothing to do. */
  readonly neverFails?: boolean;
  /** A body that is too large says nothing, and is answered with 204: its client would only repeat it. */
  readonly passesOverLarge?: boolean;
  /** Errors besides those that follow from the rest of it: `errorsOf` of the gateway says which do. */
  readonly errors?: readonly ErrorCode[];
}

/**
 * What a caller is told when a command left and no answer came: `outcome_unknown` where it may have been carried out, `unavailable`
 * where it changes nothing or can be repeated without harm.
 */
export type WhenLost = 'outcome_unknown' | 'unavailable';

/** A route that the regulation service carries out. The client that sends its command, and the check and the handler in the service follow from it. */
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
    /** What the gateway adds to what the caller sends. */
    readonly adds?: Dto<Added>;
    readonly whenLost: WhenLost;
  };
}

/** A command to the regulation service that no route of the API stands for. */
export interface Command<
  Sent extends object = object,
  Result = unknown,
  From extends Sender = Sender,
> {
  readonly pattern: string;
  /** Its members besides the context. */
  readonly takes?: Dto<Sent>;
  /** For whom it is, and so what its context says. */
  readonly from: From;
  /** Made by `resultOf`; absent where it answers with nothing. */
  readonly result?: TypeOfResult<Result>;
  /** `orders` where it is absent. Data planes wait for it, or its answer may be large; then it takes none of those connections. */
  readonly sentWith?: SentWithOf;
  readonly whenLost: WhenLost;
}

/** Kinds of connections: where an answer is large, and has not left, nothing else is read of its connection. */
export type SentWith = 'orders' | 'pages' | 'feed' | 'records';
export type SentWithOf = SentWith | ((command: Readonly<Record<string, unknown>>) => SentWith);

type Routes = Readonly<Record<string, Route>>;

/** Operations of one capability, by their ids. */
export interface Capability<Operations extends Routes = Routes, Internal extends object = object> {
  readonly tag: string;
  /** Of the tag. */
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

/** States a route that the gateway carries out itself. */
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

/** @param commands those that no route stands for */
export function capability<Operations extends Routes, Internal extends object = object>(
  tag: string,
  description: string,
  operations: Operations,
  commands: Internal = {} as Internal,
): Capability<Operations, Internal> {
  return { tag, description, operations, commands };
}
