import { LetheError } from '@lethe/contracts';
import type { Metrics } from '@lethe/observability';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { finalize, tap, type Observable } from 'rxjs';
import { shownCommand } from './shown-command.js';

/** Counts the commands that come in: how long each took, and what came of it. */
export class MeasureCommandsInterceptor implements NestInterceptor {
  private readonly durations;
  private inFlight = 0;

  constructor(metrics: Metrics) {
    this.durations = metrics.histogram({
      name: 'rpc_server_duration_seconds',
      help: 'Time of commands, by outcome: ok, or the code of the error.',
      labels: ['command', 'outcome'],
    });
    metrics.observe(
      { name: 'rpc_server_in_flight', help: 'Commands that are being carried out.' },
      () => [{ labels: {}, value: this.inFlight }],
    );
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const command = shownCommand(context);
    const startedAt = performance.now();
    let outcome = 'ok';
    this.inFlight += 1;
    return next.handle().pipe(
      tap({
        error: (error: unknown) => {
          outcome = error instanceof LetheError ? error.code : 'internal';
        },
      }),
      finalize(() => {
        this.inFlight -= 1;
        this.durations.observe({ command, outcome }, (performance.now() - startedAt) / 1_000);
      }),
    );
  }
}
