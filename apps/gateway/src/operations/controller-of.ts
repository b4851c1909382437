import {
  membersOf,
  type Capability,
  type CheckTogether,
  type PageOf,
  type Route,
} from '@lethe/api/definition';
import type { TokenIdentity } from '@lethe/catalog';
import type { RequestLimits } from '@lethe/contracts';
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
import type { LargeAnswers } from '../admission/large-answers.js';
import { identityOf, requireOwner, requireScope } from '../auth/require-scope.js';
import { contextOf } from './command-context.js';
import { readIfMatch } from '../http/request/if-match.js';
import { readJsonBody } from '../http/request/json-body.js';
import { DocumentsOperation } from './document-operation.js';
import { finishAnswer, isStreamed } from './finish-answer.js';
import type { CheckedCall, HandlersOf, UncheckedCall } from './handlers.js';
import {
  assertStreamed,
  nextPage,
  takeBody,
  takeHeaders,
  takePatch,
  takePath,
  takeQuery,
  type BodyChecks,
} from './take-request.js';

type SendCommand = (command: object) => Promise<object>;
interface AnyHandler {
  readonly checks?: CheckTogether<object>;
  readonly answersUnread?: (
    unread: UncheckedCall,
    read: () => Promise<CheckedCall>,
  ) => Promise<unknown>;
  readonly adds?: (identity: TokenIdentity) => object;
  readonly answers?: (call: CheckedCall, send: (more?: object) => Promise<unknown>) => unknown;
}

/**
 * Key by which Nest injects the parts of the gateway into controllers and the classes in `brings`.
 */
export const GATEWAY = Symbol('Gateway');

/** Parts that every controller needs. */
export interface OperationParts {
  /** Sends commands to the regulation service, over TCP or in the same process. */
  readonly commands: object;
  /** Configured limits for the content of a request. */
  readonly limits: RequestLimits;
  readonly answers: Pick<LargeAnswers, 'expectPage'>;
}

/** Class of a controller. `createGateway` composes the gateway from these classes. */
export interface GatewayController<Needs> extends Type {
  /** Never set. With this type, the compiler checks that the gateway has all needed parts. */
  readonly needs?: (parts: Needs) => void;
  /** Further classes that Nest creates with the parts, and stops at shutdown. */
  readonly brings?: readonly Type[];
}

/**
 * Creates a controller with the routes of a capability. Each route checks the scopes of the token,
 * checks the request, sends the command and returns the answer.
 *
 * @param handlersFrom creates the handlers from the gateway's parts and the classes in `brings`
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
    const handle = function (
      this: CapabilityController,
      ...[request, reply]: HandledParameters
    ): unknown {
      for (const scope of route.scopes ?? []) requireScope(identityOf(request), scope);
      const { parts, handlers } = this;
      const answer = (): unknown =>
        whenReady(carryOut([id, route], parts, handlers[id], request, reply), (body) =>
          finishAnswer(route, body, request, reply),
        );
      return route.answer.isLarge === true ? inSlot(parts, answer, request, reply) : answer();
    };
    const parameters = [Req(), isStreamed(route) ? Res({ passthrough: true }) : Res()];
    addRoute(CapabilityController, id, handle, parameters, [
      ...decoratorsOf(route),
      DocumentsOperation(capability.tag, route),
    ]);
  }
  Controller()(CapabilityController);
  return CapabilityController;
}

/** Continues with a value; waits only for a promise. */
function whenReady<T, Next>(value: T | Promise<T>, next: (value: T) => Next) {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Produces a large answer while it has a slot. */
async function inSlot(
  { answers }: OperationParts,
  answer: () => unknown,
  ...[request, reply]: HandledParameters
): Promise<unknown> {
  const release = await answers.expectPage(request, reply);
  try {
    return await answer();
  } finally {
    release();
  }
}

function carryOut(
  [id, route]: readonly [id: string, route: Route],
  { commands, limits }: OperationParts,
  { adds, answers, answersUnread, checks }: AnyHandler = {},
  ...[request, reply]: HandledParameters
): unknown {
  const caller = callerOf(request);
  const added = adds?.(identityOf(request));
  const queryOf = () => takeQuery(route, request, limits);
  // The query is read before the path, so that an invalid query is reported first. A handler with
  // `answersUnread` makes its own check before the query is read.
  const earlyQuery = answersUnread === undefined ? queryOf() : undefined;
  const path = takePath(route.path, request);
  if (caller.dataPlane !== undefined) requireOwner(caller.dataPlane, path);
  const read = (): CheckedCall | Promise<CheckedCall> => {
    const query = earlyQuery ?? queryOf();
    assertStreamed(route, request);
    const headers = takeHeaders(route.headers, request, limits);
    const hasBody = route.body !== undefined && route.isBodyRaw !== true;
    const body = hasBody ? bodyOf(route, request, limits, { path, checks }) : {};
    const { dataPlane, identity, context } = caller;
    return whenReady(body, (checked) => ({
      dataPlane,
      identity,
      context,
      path,
      request,
      reply,
      query,
      headers,
      body: checked,
      precondition: route.takesIfMatch === true ? readIfMatch(request) : undefined,
    })) as unknown as CheckedCall | Promise<CheckedCall>;
  };
  if (answersUnread !== undefined) {
    const unread = { ...caller, path, request, reply } as UncheckedCall;
    return answersUnread(unread, async () => read());
  }
  return whenReady(read(), (call) => {
    const send = async (more?: object) => {
      const { context } = caller;
      const command = { context, ...path, ...call.query, ...call.body, ...added, ...more };
      return toAnswer(route, request, await senderOf(commands, id)(command));
    };
    return answers === undefined ? send() : answers(call, send);
  });
}

type HandledParameters = [FastifyRequest, FastifyReply];

function callerOf(request: FastifyRequest) {
  const { dataPlane, identity } = request;
  return { dataPlane, identity, context: identity && contextOf(request) };
}

async function bodyOf(
  { body: type, patches, isBodyOptional = false, bodyDepth }: Route,
  request: FastifyRequest,
  limits: RequestLimits,
  furtherChecks: BodyChecks,
): Promise<object> {
  if (type === undefined) return {};
  const isAbsent = !Buffer.isBuffer(request.body) || request.body.length === 0;
  const body = isBodyOptional && isAbsent ? {} : await readJsonBody(request, bodyDepth);
  if (patches !== undefined) return takePatch(patches, body);
  return takeBody(type, body, limits, furtherChecks);
}

/** @param result result of the regulation service */
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
  if (send === undefined) throw new Error(`There is no function that sends the command of ${id}.`);
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
  Object.defineProperty(handle, 'name', { value: id }); // operation id in the OpenAPI document
  Object.defineProperty(prototype, id, descriptor);
  parameters.forEach((parameter, at) => {
    parameter(prototype, id, at);
  });
  for (const decorate of decorators) decorate(prototype, id, descriptor);
}
