import {
  membersOf,
  type AddedOf,
  type AnswerOf,
  type BodyOf,
  type Capability,
  type CheckTogether,
  type Credentials,
  type HeadersOf,
  type Operation,
  type PageOf,
  type PathOf,
  type QueryOf,
  type Route,
} from '@lethe/api/definition';
import type { DataPlaneIdentity, Precondition, TokenIdentity } from '@lethe/catalog';
import type { CommandContext, RequestLimits } from '@lethe/contracts';
import {
  Controller,
  HttpCode,
  Inject,
  Req,
  RequestMapping,
  RequestMethod,
  Res,
  type Type,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExpectedAnswers } from '../admission/expected-answers.js';
import { contextOf, dataPlaneOf, identityOf, requireOwner, requireScope } from '../auth/asker.js';
import { readIfMatch } from '../http/request/if-match.js';
import { readJsonBody } from '../http/request/json-body.js';
import { DocumentsOperation } from './document-operation.js';
import { finishAnswer, sendsItself } from './finish-answer.js';
import {
  assertStreamed,
  nextPage,
  takeBody,
  takeHeaders,
  takePatch,
  takePath,
  takeQuery,
  type BesideBody,
} from './take-request.js';

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

type WithoutIdentity = 'none' | 'session' | 'session if any';

/** Who asks, by the credentials of the route. For `never` it is `never`: a handler would otherwise have the types of both kinds of routes. */
type AskerOf<R extends Route> = [R] extends [never]
  ? never
  : NonNullable<R['credentials']> extends 'dataPlane'
    ? { readonly dataPlane: DataPlaneIdentity }
    : NonNullable<R['credentials']> extends WithoutIdentity
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

type SendCommand = (command: object) => Promise<object>;
interface AnyHandler {
  readonly checks?: CheckTogether<object>;
  readonly answersUnread?: (unread: Unread, read: () => Promise<Asked>) => Promise<unknown>;
  readonly adds?: (identity: TokenIdentity) => object;
  readonly answers?: (asked: Asked, send: (more?: object) => Promise<unknown>) => Promise<unknown>;
}

/** What Nest provides to controllers, and to what they bring: the parts of the gateway. */
export const GATEWAY = Symbol('Gateway');

/** What every controller needs of the gateway. */
export interface OperationParts {
  /** The regulation service: over TCP, or in the same process. */
  readonly commands: object;
  /** Those in force. */
  readonly limits: RequestLimits;
  readonly answers: Pick<ExpectedAnswers, 'expectPage'>;
}

/** A controller as the composition takes it. */
export interface GatewayController<Needs> extends Type {
  /** Only the compiler reads it: a gateway has what its controllers need. */
  readonly needs?: (parts: Needs) => void;
  /** Classes of its own that Nest makes of the parts, and stops. */
  readonly brings?: readonly Type[];
}

/**
 * Makes the routes of a capability: each checks the token's scopes and the request, sends the command and returns its answer.
 *
 * @param handlersFrom makes the handlers of parts of the gateway, and of what the controller brings
 */
export function controllerOf<
  C extends Capability,
  Needs = unknown,
  Brought extends readonly unknown[] = [],
>(
  capability: C,
  handlersFrom: (parts: Needs, ...brought: Brought) => HandlersOf<C> = () => ({}) as HandlersOf<C>,
  ...brings: { readonly [Part in keyof Brought]: Type<Brought[Part]> }
): GatewayController<Needs & OperationParts> {
  class CapabilityController {
    static readonly brings: readonly Type[] = brings;
    readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
    constructor(
      readonly parts: Needs & OperationParts,
      ...brought: Brought
    ) {
      this.handlers = handlersFrom(parts, ...brought);
    }
  }
  [GATEWAY, ...brings].forEach((part, at) => {
    Inject(part)(CapabilityController, undefined, at);
  });
  for (const [id, route] of Object.entries(capability.operations)) {
    const handle = async function (
      this: CapabilityController,
      ...[request, reply]: HandledParameters
    ): Promise<unknown> {
      for (const scope of route.scopes ?? []) requireScope(identityOf(request), scope);
      const work = async () => {
        const answer = await carryOut(id, route, this, request, reply);
        return finishAnswer(route, answer, request, reply);
      };
      if (route.answer.isLarge !== true) return work();
      const hasCome = await this.parts.answers.expectPage(request, reply);
      return work().finally(hasCome);
    };
    const parameters = [Req(), sendsItself(route) ? Res() : Res({ passthrough: true })];
    addRoute(CapabilityController, id, handle, parameters, [
      ...decoratorsOf(route),
      DocumentsOperation(capability.tag, route),
    ]);
  }
  Controller()(CapabilityController);
  return CapabilityController;
}

interface Carrier {
  readonly parts: OperationParts;
  readonly handlers: Readonly<Record<string, AnyHandler | undefined>>;
}

async function carryOut(
  id: string,
  route: Route,
  { parts: { commands, limits }, handlers }: Carrier,
  ...[request, reply]: HandledParameters
): Promise<unknown> {
  const { adds, answers, answersUnread, checks } = handlers[id] ?? {};
  const asker = askerOf(route, request);
  const added = adds?.(identityOf(request));
  const queryOf = () => takeQuery(route, request, limits);
  // What would have no effect is named whatever the path is, unless the handler looks for something first.
  const early = answersUnread === undefined ? queryOf() : undefined;
  const path = takePath(route.path, request);
  if (asker.dataPlane !== undefined) requireOwner(asker.dataPlane, path);
  const unread = { ...asker, path, request, reply } as Unread;
  const read = async (): Promise<Asked> => {
    const query = early ?? queryOf();
    assertStreamed(route, request);
    const headers = takeHeaders(route.headers, request, limits);
    const body = await bodyOf(route, request, limits, { path, checks });
    const precondition = route.takesIfMatch === true ? readIfMatch(request) : undefined;
    return { ...unread, query, headers, body, precondition };
  };
  if (answersUnread !== undefined) return answersUnread(unread, read);
  const asked = await read();
  const send = async (more?: object) => {
    const { context } = asker;
    const command = { context, ...path, ...asked.query, ...asked.body, ...added, ...more };
    return toAnswer(route, request, await senderOf(commands, id)(command));
  };
  return answers === undefined ? send() : answers(asked, send);
}

const WITHOUT_IDENTITY: readonly Credentials[] = [
  'none',
  'session',
  'session if any',
] satisfies WithoutIdentity[];

type HandledParameters = [FastifyRequest, FastifyReply];

function askerOf({ credentials = 'token' }: Route, request: FastifyRequest) {
  if (WITHOUT_IDENTITY.includes(credentials)) return {};
  if (credentials === 'dataPlane') return { dataPlane: dataPlaneOf(request) };
  return { identity: identityOf(request), context: contextOf(request) };
}

async function bodyOf(
  { body: type, patches, isBodyOptional = false, isBodyRaw = false, bodyDepth }: Route,
  request: FastifyRequest,
  limits: RequestLimits,
  beside: BesideBody,
): Promise<object> {
  if (type === undefined || isBodyRaw) return {};
  const isAbsent = !Buffer.isBuffer(request.body) || request.body.length === 0;
  const body = isBodyOptional && isAbsent ? {} : await readJsonBody(request, bodyDepth);
  if (patches !== undefined) return takePatch(patches, body);
  return takeBody(type, body, limits, beside);
}

/** @param result of the service */
function toAnswer(route: Route, { url }: FastifyRequest, result: object) {
  const { type, isPage = false, mayBeNothing } = route.answer;
  if (type === undefined) return undefined;
  if (mayBeNothing !== undefined && Object.keys(result).length === 0) return undefined;
  if (!isPage) return result;
  const { data, nextCursor } = result as PageOf<readonly unknown[]>;
  const next = nextCursor === undefined ? {} : { next: nextPage(route, url, nextCursor) };
  return { data, paging: next };
}

function senderOf(commands: object, id: string): SendCommand {
  const send = (commands as Readonly<Record<string, SendCommand>>)[id];
  if (send === undefined) throw new Error(`Nothing sends the command of ${id}.`);
  return send.bind(commands);
}

function decoratorsOf(route: Route): MethodDecorator[] {
  const { http, credentials, query, headers, streams, answer } = route;
  const { neverFails = false, passesOverLarge = false } = route;
  const [method = '', path = ''] = http.split(' ');
  return [
    RequestMapping({
      method: RequestMethod[method as keyof typeof RequestMethod],
      path: path.replace(/\{(\w+)\}/g, ':$1'),
    }),
    RouteConfig({
      ...{ readsQuery: query !== undefined, streamsBody: streams !== undefined },
      ...{ credentials, neverFails, passesOverLarge },
      takesIdempotencyKey: headers !== undefined && membersOf(headers).has('idempotencyKey'),
    }),
    HttpCode(answer.status),
  ];
}

function addRoute(
  type: Type,
  id: string,
  handle: (...parameters: HandledParameters) => unknown,
  parameters: readonly ParameterDecorator[],
  decorators: readonly MethodDecorator[],
): void {
  const prototype = type.prototype as object;
  const descriptor = { value: handle, writable: true, configurable: true };
  Object.defineProperty(handle, 'name', { value: id }); // the id of the operation in the document
  Object.defineProperty(prototype, id, descriptor);
  parameters.forEach((parameter, at) => {
    parameter(prototype, id, at);
  });
  for (const decorate of decorators) decorate(prototype, id, descriptor);
}
