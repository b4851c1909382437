import type { SentCommand } from '@lethe/contracts';
import { continueTraces } from '@lethe/observability';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { TcpContext } from '@nestjs/microservices';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { CallerKeyCheck } from './caller-key-check.js';
import { shownCommand } from './shown-command.js';

export class TraceCommandsInterceptor implements NestInterceptor {
  constructor(private readonly admission: Pick<CallerKeyCheck, 'knows'>) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { traceparent, key } = Object(context.switchToRpc().getData()) as SentCommand;
    // An unauthenticated client must not add to a trace.
    if (traceparent === undefined || !this.admission.knows(key)) return next.handle();
    const command = shownCommand(context.switchToRpc().getContext<TcpContext>().getPattern());
    const options = { side: 'server', attributes: { 'rpc.method': command } } as const;
    return from(
      continueTraces([traceparent], command, options, () => lastValueFrom(next.handle())),
    );
  }
}
