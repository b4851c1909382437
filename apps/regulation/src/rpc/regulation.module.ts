import { CAPABILITIES } from '@lethe/api/capabilities';
import type { Logger } from '@lethe/observability';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { Commands } from '../commands.js';
import type { CallerKeyCheck } from './caller-key-check.js';
import type { CommandTimes } from './command-times.js';
import { RpcErrorFilter } from './rpc-error.filter.js';
import { serveCapability } from './serve-capability.js';

@Module({})
export class RegulationModule {
  static with(
    commands: Commands,
    admission: CallerKeyCheck,
    logger: Logger,
    times?: CommandTimes,
  ): DynamicModule {
    return {
      module: RegulationModule,
      controllers: CAPABILITIES.map((one) => serveCapability(one, commands, admission)),
      providers: [{ provide: APP_FILTER, useValue: new RpcErrorFilter(logger, times) }],
    };
  }
}
