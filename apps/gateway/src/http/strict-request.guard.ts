import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { DetailsCollector } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';
import { parseQuery } from './query-string.js';
import { reportUnknownNames } from './unknown-names.js';

/**
 * The handler, or every handler of the controller, reads the query of its request itself: it
 * refuses what it does not know, or has a reason not to.
 */
export const ReadsQuery = Reflector.createDecorator<boolean>();

/** The handler does a request that comes again with its `Idempotency-Key` once. */
export const TakesIdempotencyKey = Reflector.createDecorator<boolean>();

/**
 * Refuses what a caller would believe to have an effect: `?dry_run=true` would suppress a user, and
 * a repeat would do something twice.
 */
@Injectable()
export class StrictRequestGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const places = [context.getHandler(), context.getClass()];
    const problems = new DetailsCollector();
    if (!this.reflector.getAllAndOverride(ReadsQuery, places)) {
      reportUnknownNames(parseQuery(request.url), [], 'query parameter', problems);
    }
    const isUserPost = request.method === 'POST' && request.identity !== undefined;
    if (
      isUserPost &&
      request.headers['idempotency-key'] !== undefined &&
      !this.reflector.getAllAndOverride(TakesIdempotencyKey, places)
    ) {
      problems.add(
        'Idempotency-Key',
        'is taken by POST /v2/regulations only; where something is made, give it an id of your own, and a repeat is a 409',
      );
    }
    problems.throwIfAny();
    return true;
  }
}
