import type { AddedOf, AnswerOf, BodyOf, Capability, Operation } from '@lethe/api/definition';
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
import { JsonBody } from '../http/request/json-body.decorator.js';
import { DocumentsOperation } from './document-operation.js';
import { takeBody } from './take-body.js';

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
type Answers = (send: () => Promise<object>, asked: Asked<object>) => Promise<object>;

/**
 * Makes the routes of a capability: each checks the token's scopes and the body, sends the command and returns its answer.
 *
 * @param token under which Nest has the commands of the capability
 */
export function controllerOf<C extends Capability>(
  capability: C,
  token: symbol,
  handlers: HandlersOf<C>,
): Type {
  class CapabilityController {
    constructor(readonly commands: Readonly<Record<string, Send>>) {}
  }
  Inject(token)(CapabilityController, undefined, 0);
  for (const [id, operation] of Object.entries<Operation>(capability.operations)) {
    const { adds, answers } = (handlers[id] ?? {}) as { adds?: Adds; answers?: Answers };
    const handle = function (
      this: CapabilityController,
      request: FastifyRequest,
      context: CommandContext,
      identity: TokenIdentity,
      json: unknown,
    ): Promise<object> {
      const added = adds?.(identity);
      const body = takeBody(operation.body, json);
      const send = () => sendsOf(this.commands, id)({ context, ...body, ...added });
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

function sendsOf(commands: Readonly<Record<string, Send>>, id: string): Send {
  const send = commands[id];
  if (send === undefined) throw new Error(`Nothing sends the command of ${id}.`);
  return send.bind(commands);
}

function decoratorsOf({ http, scopes = [], answer }: Operation): MethodDecorator[] {
  const [method = '', path = ''] = http.split(' ');
  return [
    RequestMapping({ method: RequestMethod[method as keyof typeof RequestMethod], path }),
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
  [Req(), RequestContext(), Identity(), JsonBody()].forEach((parameter, at) => {
    parameter(prototype, id, at);
  });
  for (const decorate of decorators) decorate(prototype, id, descriptor);
}
