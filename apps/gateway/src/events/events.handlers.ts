import { events } from '@lethe/api/events';
import { controllerOf } from '../operations/controller-of.js';
import { EventStreams } from './event-streams.js';

/** Serves the event stream of a workspace. */
export const EventsController = controllerOf(
  events,
  (_parts: unknown, streams: EventStreams) => ({
    streamEvents: {
      async answers({ identity, headers, request, reply }) {
        const { lastEventId } = headers;
        const reader = { identity, sessionId: request.consoleSession?.id };
        const isHead = request.method === 'HEAD';
        const stream = isHead
          ? ''
          : await streams.start(reader, lastEventId === '' ? undefined : lastEventId);
        void reply.headers({
          'content-type': 'text/event-stream; charset=utf-8',
          'x-accel-buffering': 'no', // nginx would buffer the stream
          connection: 'close', // no request follows a stream on its connection
        });
        if (!isHead) request.streamedAt = performance.now();
        void reply.send(stream);
      },
    },
  }),
  EventStreams,
);
