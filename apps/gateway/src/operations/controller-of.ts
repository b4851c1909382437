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
import { finishAnswer, sendsItself } from './finish-answer.js';
import type { Asked, HandlersOf, Unread } from './handlers.js';
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
  readonly answers: Pick<LargeAnswers, 'expectPage'>;
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
        const { parts, handlers } = this;
        const answer = await carryOut([id, route], parts, handlers[id], request, reply);
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

async function carryOut(
  [id, route]: readonly [id: string, route: Route],
  { commands, limits }: OperationParts,
  { adds, answers, answersUnread, checks }: AnyHandler = {},
  ...[request, reply]: HandledParameters
): Promise<unknown> {
  const asker = askerOf(request);
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

type HandledParameters = [FastifyRequest, FastifyReply];

function askerOf(request: FastifyRequest) {
  const { dataPlane, identity } = request;
  if (dataPlane !== undefined) return { dataPlane };
  return identity === undefined ? {} : { identity, context: contextOf(request) };
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
