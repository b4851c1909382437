import {
  Inject,
  Injectable,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { finalize, type Observable } from 'rxjs';
import { ExpectedAnswers } from '../../admission/expected-answers.js';

/** Begins to read a page only when there is room for it, see `ExpectedAnswers.expectPage`. */
@Injectable()
class PageInterceptor implements NestInterceptor {
  constructor(@Inject(ExpectedAnswers) private readonly answers: ExpectedAnswers) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const hasCome = await this.answers.expectPage(
      http.getRequest<FastifyRequest>(),
      http.getResponse<FastifyReply>(),
    );
    return next.handle().pipe(finalize(hasCome));
  }
}

/** The handler answers with a page of up to `FIXED_LIMITS.pageBytes`, or with one record that may be as large. */
export const AnswersPage = () => UseInterceptors(PageInterceptor);
