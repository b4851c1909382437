import type { TokenIdentity } from '@lethe/catalog';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import { streamsAnswer } from '../http/streamed-answer.js';
import { EVENTS_SCOPE, EventStreams } from './event-streams.js';
import { DocumentsEvents } from './events.docs.js';

/** What happens in a workspace, as it happens. */
@Controller('v2/events')
export class EventsController {
  constructor(private readonly streams: EventStreams) {}

  @Get('stream')
  @DocumentsEvents()
  @RequireScopes(EVENTS_SCOPE)
  async streamEvents(
    @Req() request: FastifyRequest,
    @Identity() identity: TokenIdentity,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const given = request.headers['last-event-id'];
    const lastEventId = typeof given === 'string' && given !== '' ? given : undefined;
    const reader = { identity, sessionId: request.consoleSession?.id };
    const isHead = request.method === 'HEAD';
    const stream = isHead ? '' : await this.streams.start(reader, lastEventId);
    void reply.headers({
      'content-type': 'text/event-stream; charset=utf-8',
      'x-accel-buffering': 'no', // nginx would wait for more
      connection: 'close', // it has nothing to give back when the stream ends
    });
    if (!isHead) streamsAnswer(request);
    void reply.send(stream);
  }
}
