import { type CommandContext, LetheError, REGULATION_GOODBYE } from '@lethe/contracts';
import { Controller, Module, type INestMicroservice } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  JsonSocket,
  MessagePattern,
  Payload,
  RpcException,
  Transport,
} from '@nestjs/microservices';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { TlsOptions } from 'node:tls';
import { promisify } from 'node:util';

/** Behaviors of the service. The `actor` of a command selects the behavior. */
export const BEHAVIOURS = ['answer', 'refuse', 'hang', 'crash'] as const;
export type Behaviour = (typeof BEHAVIOURS)[number];

interface Command {
  readonly context: CommandContext;
}

/** Ids of the requests that reached a handler of any scripted service. */
export const received: string[] = [];
let release: (() => void)[] = [];

/** Ends the wait of all handlers with the behavior `hang`, so that they answer. */
export function releaseHanging(): void {
  for (const answer of release) answer();
  release = [];
}

@Controller()
class ScriptedController {
  @MessagePattern('regulations.create.v3')
  create(@Payload() command: Command): Promise<unknown> {
    return behave(command, {});
  }

  @MessagePattern('regulations.list.v2')
  list(@Payload() command: Command): Promise<unknown> {
    return behave(command, { data: [] });
  }

  @MessagePattern('regulations.cancel.v1')
  cancel(@Payload() command: Command): Promise<unknown> {
    return behave(command, {});
  }
}

@Module({ controllers: [ScriptedController] })
class ScriptedModule {}

async function behave({ context }: Command, result: unknown): Promise<unknown> {
  received.push(context.requestId);
  switch (context.actor as Behaviour) {
    case 'answer':
      return result;
    case 'refuse':
      throw new RpcException(
        new LetheError('invalid_request', { details: { 'sourceIds[0]': 'is unknown' } }).toBody(),
      );
    case 'hang':
      return new Promise((resolve) => {
        release.push(() => {
          resolve(result);
        });
      });
    case 'crash':
      throw new Error('a defect');
  }
}

export interface ScriptedService {
  readonly port: number;
  /** Returns the number of open connections. */
  readonly connectionCount: () => Promise<number>;
  /** Announces on every connection that the service stops, and accepts no new connections. */
  readonly sayGoodbye: () => void;
  /** Breaks every connection, as when a process ends. */
  readonly kill: () => Promise<void>;
}

/** Starts a real Nest microservice on TCP. @param port port; 0 for a free port */
export async function startScriptedService(
  port = 0,
  { host = '127.0.0.1', tlsOptions }: { host?: string; tlsOptions?: TlsOptions } = {},
): Promise<ScriptedService> {
  const sockets: JsonSocket[] = [];
  class KnownSocket extends JsonSocket {
    constructor(socket: Socket) {
      super(socket);
      sockets.push(this);
    }
  }
  const service: INestMicroservice = await NestFactory.createMicroservice(ScriptedModule, {
    transport: Transport.TCP,
    options: { host, port, socketClass: KnownSocket, ...(tlsOptions && { tlsOptions }) },
    logger: false,
  });
  await service.listen();
  const server = service.unwrap<Server>();
  return {
    port: (server.address() as AddressInfo).port,
    connectionCount: promisify(server.getConnections.bind(server)),
    sayGoodbye: () => {
      server.close();
      for (const socket of sockets) socket.sendMessage({ id: REGULATION_GOODBYE });
    },
    kill: () => service.close(),
  };
}
