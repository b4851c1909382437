import type { Metrics } from '@lethe/observability';
import type { Server, TcpContext } from '@nestjs/microservices';
import { shownCommand } from './shown-command.js';

interface Command {
  readonly startedAt: number;
  outcome: string;
}

/**
 * Measures commands with the hooks of Nest's server. An interceptor would need observables, whose
 * time was visible in profiles.
 */
export class CommandTimes {
  private readonly durations;
  private readonly commands = new WeakMap<object, Command>();
  private inFlight = 0;

  constructor(private readonly metrics: Metrics) {
    this.durations = metrics.histogram(
      'rpc_server_duration_seconds',
      'Time of commands, by outcome: ok, or the error code.',
      { labels: ['command', 'outcome'] },
    );
    metrics.gauge('rpc_server_in_flight', 'Commands in progress.', () => this.inFlight);
  }

  /** Starts to measure. Call this before the server accepts commands. */
  watch(server: Pick<Server, 'setOnProcessingStartHook' | 'setOnProcessingEndHook'>): void {
    if (!this.metrics.isOn) return;
    server.setOnProcessingStartHook((_transport, context, work): unknown => {
      this.inFlight += 1;
      this.commands.set(context as TcpContext, { startedAt: performance.now(), outcome: 'ok' });
      return work(); // awaited by the server
    });
    server.setOnProcessingEndHook((_transport, context) => {
      const command = this.commands.get(context as TcpContext);
      if (command === undefined) return;
      this.inFlight -= 1;
      const labels = {
        command: shownCommand((context as TcpContext).getPattern()),
        outcome: command.outcome,
      };
      this.durations.observe(labels, (performance.now() - command.startedAt) / 1_000);
    });
  }

  failed(context: object, code: string): void {
    const command = this.commands.get(context);
    if (command !== undefined) command.outcome = code;
  }
}
