import { LetheError } from '@lethe/contracts';
import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import { pathOf } from '../http/request/query-string.js';

export interface Item {
  readonly id: string;
  readonly version: string;
}

/** What a handler returns that shows one item: the body, and the item that it shows. */
export interface VersionedAnswer<Body> {
  readonly item: Item;
  readonly body: Body;
}

/**
 * @param item to show, `undefined` when there is none
 * @param toBody makes the body of the answer
 * @throws LetheError `not_found` when there is no item
 */
export function answerOf<T extends Item, Body>(
  item: T | undefined,
  toBody: (item: T) => Body,
): VersionedAnswer<Body> {
  if (item === undefined) throw new LetheError('not_found');
  return { item, body: toBody(item) };
}

/** Sends the body of a `VersionedAnswer`, the item's version in `ETag`, a new one's path in `Location`. */
@Injectable()
export class VersionInterceptor implements NestInterceptor<VersionedAnswer<unknown>, unknown> {
  intercept(
    context: ExecutionContext,
    next: CallHandler<VersionedAnswer<unknown>>,
  ): Observable<unknown> {
    const { url } = context.switchToHttp().getRequest<FastifyRequest>();
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map(({ item, body }) => {
        void reply.header('etag', `"${item.version}"`);
        if (reply.statusCode === 201) void reply.header('location', `${pathOf(url)}/${item.id}`);
        return body;
      }),
    );
  }
}
