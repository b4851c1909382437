import type { SessionDto } from '@lethe/api';
import { LetheError } from '@lethe/contracts';
import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JsonBody } from '../../http/request/json-body.decorator.js';
import { checkSignIn } from './check-sign-in.js';
import { ConsoleSessions } from './console-sessions.js';
import { BeginsSession, EndsSession, ShowsSession } from './session.docs.js';

/** Signing in to the console, and out. */
@Controller('console/session')
export class SessionController {
  constructor(private readonly sessions: ConsoleSessions) {}

  @Post()
  @BeginsSession()
  beginSession(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
    @JsonBody() body: unknown,
  ): Promise<void> {
    return this.sessions.begin(request, reply, checkSignIn(body));
  }

  @Get()
  @ShowsSession()
  getSession(@Req() { consoleSession }: FastifyRequest): SessionDto {
    if (consoleSession === undefined) throw new LetheError('unauthorized');
    const { identity, createdAt, expiresAt, idleExpiresAt } = consoleSession;
    return {
      ...{ createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
      idleExpiresAt: idleExpiresAt.toISOString(),
      ...{ workspaceId: identity.workspaceId, tokenId: identity.tokenId },
    };
  }

  @Delete()
  @EndsSession()
  endSession(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.sessions.end(request, reply);
  }
}
