import type { IncomingMessage } from 'node:http';
import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { ERROR_TABLE, type LetheError } from '@lethe/contracts';
import { describeError, type Logger } from '@lethe/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nameMissing } from './name-missing.js';
import { toLetheError } from './to-lethe-error.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** See `Route`. */
    neverFails?: boolean;
    passesOverLarge?: boolean;
  }
}

/** Default seconds in `Retry-After`. */
const RETRY_AFTER: Readonly<Record<number, number>> = { 429: 1, 503: 2 };

/**
 * Answers a thrown value with `{ message, code, details?, requestId }`. Routes with `neverFails` or
 * `passesOverLarge` answer some errors with 204 instead.
 */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(thrown, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const error = toLetheError(thrown, request);
    this.log(error, request);
    if (reply.sent) return;
    const { status, retryable } = ERROR_TABLE[error.code];
    if ((retryable || status >= 500) && isNeverToFail(request)) {
      void reply.code(204).send();
      return;
    }
    const retryAfter = RETRY_AFTER[status];
    if (retryAfter !== undefined && !reply.hasHeader('retry-after')) {
      reply.header('retry-after', String(retryAfter));
    }
    const { message: text, code, details } = error.toBody();
    const isDefault = code === 'not_found' && text === ERROR_TABLE.not_found.message;
    const message = (isDefault && !request.is404 ? nameMissing(request) : undefined) ?? text;
    const body = JSON.stringify({ message, code, details, requestId: request.id });
    const send = () => {
      void reply.code(status).type('application/json; charset=utf-8').send(body);
    };
    if (error.code !== 'payload_too_large') send();
    else if (request.routeOptions.config.passesOverLarge !== true) afterUpload(request.raw, send);
    else afterUpload(request.raw, () => void reply.code(204).send());
  }

  private log(error: LetheError, request: FastifyRequest): void {
    if (error.status < 500) return;
    const fields = { requestId: request.id, code: error.code, error: describeError(error) };
    if (error.code === 'internal') this.logger.error(fields, 'request failed');
    else this.logger.warn(fields, 'request refused');
  }
}

/** Maximum milliseconds for which the rest of a body that is too large is read and dropped. */
const UPLOAD_GRACE_MS = 2_000;

/**
 * Delays the answer until the body has arrived, but not longer than `UPLOAD_GRACE_MS`. If the
 * gateway closed the connection while the client still sends, the connection would be reset, and
 * the client would lose the answer. Clients of Node.js 24 lose it.
 */
function afterUpload(upload: IncomingMessage, send: () => void): void {
  if (upload.complete) {
    send();
    return;
  }
  const timer = setTimeout(done, UPLOAD_GRACE_MS);
  upload.once('end', done).once('close', done).resume();
  function done(): void {
    clearTimeout(timer);
    upload.off('end', done).off('close', done);
    send();
  }
}

function isNeverToFail({ is404, routeOptions }: FastifyRequest): boolean {
  return !is404 && routeOptions.config.neverFails === true;
}
