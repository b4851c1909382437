import type {
  AddedOf,
  AnswerOf,
  BodyOf,
  Capability,
  Operation,
  PageOf,
} from '@lethe/api/definition';
import type { TokenIdentity } from '@lethe/catalog';
import type { CommandContext } from '@lethe/contracts';
import {
  Controller,
  HttpCode,
  Inject,
  Req,
  RequestMapping,
  RequestMethod,
  type Type,
} from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import { RequestContext } from '../auth/request-context.decorator.js';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import { AnswersPage } from '../http/answer/page.interceptor.js';
import { readJsonBody } from '../http/request/json-body.decorator.js';
import { ReadsQuery } from '../http/request/without-effect.js';
import { DocumentsOperation } from './document-operation.js';
import { nextPage, takeBody, takePath, takeQuery } from './take-request.js';

/** A request whose body was checked. */
export interface Asked<Body> {
  readonly body: Body;
  readonly request: FastifyRequest;
}

/** What the gateway does for an operation besides sending its command. */
export interface Handler<O extends Operation> {
  /** @returns what is added to the body. @throws LetheError `insufficient_scope`, before the body is looked at */
  readonly adds?: (identity: TokenIdentity) => AddedOf<O>;
  /** @param send sends the command and waits for its answer */
  readonly answers?: (
    send: () => Promise<AnswerOf<O>>,
    asked: Asked<BodyOf<O>>,
  ) => Promise<AnswerOf<O>>;
}

/** By operation; absent where the command is sent and its answer returned as it is. */
export type HandlersOf<C extends Capability> = {
  readonly [Id in keyof C['operations']]?: Handler<C['operations'][Id]>;
};

type Send = (command: object) => Promise<object>;
type Adds = (identity: TokenIdentity) => object;
type Answers = (send: () => Promise<unknown>, asked: Asked<object>) => Promise<unknown>;

/**
 * Makes the routes of a capability: each checks the token's scopes and the request, sends the command and returns its answer.
 *
 * @param token under which Nest has the commands of the capability
 */
export function controllerOf<C extends Capability>(
  capability: C,
  token: symbol,
  handlers: HandlersOf<C> = {},
): Type {
  class CapabilityController {
    constructor(readonly commands: Readonly<Record<string, Send>>) {}
  }
  Inject(token)(CapabilityController, undefined, 0);
  for (const [id, operation] of Object.entries<Operation>(capability.operations)) {
    const { adds, answers } = (handlers[id] ?? {}) as { adds?: Adds; answers?: Answers };
    const handle = async function (
      this: CapabilityController,
      request: FastifyRequest,
      context: CommandContext,
      identity: TokenIdentity,
    ): Promise<unknown> {
      const added = adds?.(identity);
      const path = takePath(operation.path, request);
      const query = takeQuery(operation.query, request);
      const body =
        operation.body === undefined ? {} : takeBody(operation.body, await readJsonBody(request));
      const send = async () => {
        const command = { context, ...path, ...query, ...body, ...added };
        return toAnswer(operation, request, await sendsOf(this.commands, id)(command));
      };
      return answers === undefined ? send() : answers(send, { body, request });
    };
    addRoute(CapabilityController, id, handle, [
      ...decoratorsOf(operation),
      DocumentsOperation(capability.tag, operation),
    ]);
  }
  Controller()(CapabilityController);
  return CapabilityController;
}

/** @param result of the service */
function toAnswer(operation: Operation, { url }: FastifyRequest, result: object): unknown {
  const { answer } = operation;
  if (answer.type === undefined) return undefined;
  if (answer.isPage !== true) return result;
  const { data, nextCursor } = result as PageOf<readonly unknown[]>;
  const next = nextCursor === undefined ? {} : { next: nextPage(operation, url, nextCursor) };
  return { data, paging: next };
}

function sendsOf(commands: Readonly<Record<string, Send>>, id: string): Send {
  const send = commands[id];
  if (send === undefined) throw new Error(`Nothing sends the command of ${id}.`);
  return send.bind(commands);
}

function decoratorsOf({ http, scopes = [], query, answer }: Operation): MethodDecorator[] {
  const [method = '', path = ''] = http.split(' ');
  return [
    RequestMapping({
      method: RequestMethod[method as keyof typeof RequestMethod],
      path: path.replace(/\{(\w+)\}/g, ':$1'),
    }),
    ...(query === undefined ? [] : [ReadsQuery()]),
    HttpCode(answer.status),
    ...(answer.isLarge === true ? [AnswersPage()] : []),
    ...(scopes.length === 0 ? [] : [RequireScopes(...scopes)]),
  ];
}

function addRoute(
  type: Type,
  id: string,
  handle: (...parameters: never[]) => unknown,
  decorators: readonly MethodDecorator[],
): void {
  const prototype = type.prototype as object;
  const descriptor = { value: handle, writable: true, configurable: true };
  Object.defineProperty(handle, 'name', { value: id }); // the id of the operation in the document
  Object.defineProperty(prototype, id, descriptor);
  [Req(), RequestContext(), Identity()].forEach((parameter, at) => {
    parameter(prototype, id, at);
  });
  for (const decorate of decorators) decorate(prototype, id, descriptor);
}
