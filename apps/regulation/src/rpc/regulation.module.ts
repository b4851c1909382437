import { CAPABILITIES } from '@lethe/api/capabilities';
import { NO_TRACING, type Logger, type Tracing } from '@lethe/observability';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import type { Commands } from '../commands.js';
import type { CallerKeyCheck } from './caller-key-check.js';
import type { CommandTimes } from './command-times.js';
import { RpcErrorFilter } from './rpc-error.filter.js';
import { serveCapability } from './serve-capability.js';
import { TraceCommandsInterceptor } from './trace-commands.interceptor.js';

@Module({})
export class RegulationModule {
  static with(
    commands: Commands,
    admission: CallerKeyCheck,
    logger: Logger,
    {
      times,
      tracing = NO_TRACING,
    }: { readonly times?: CommandTimes; readonly tracing?: Pick<Tracing, 'isOn'> } = {},
  ): DynamicModule {
    return {
      module: RegulationModule,
      controllers: CAPABILITIES.map((one) => serveCapability(one, commands, admission)),
      providers: [
        ...(tracing.isOn
          ? [{ provide: APP_INTERCEPTOR, useValue: new TraceCommandsInterceptor(admission) }]
          : []),
        { provide: APP_FILTER, useValue: new RpcErrorFilter(logger, times) },
      ],
    };
  }
}
