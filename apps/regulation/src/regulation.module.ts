import type { Logger } from '@lethe/observability';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { RegulationsController } from './regulations/regulations.controller.js';
import { RegulationsService } from './regulations/regulations.service.js';
import { ReceivedCommands } from './rpc/received-commands.js';
import { RpcErrorFilter } from './rpc/rpc-error.filter.js';

/** The RPC front of the service. */
@Module({})
export class RegulationModule {
  static with(
    regulations: RegulationsService,
    received: ReceivedCommands,
    logger: Logger,
  ): DynamicModule {
    return {
      module: RegulationModule,
      controllers: [RegulationsController],
      providers: [
        { provide: RegulationsService, useValue: regulations },
        { provide: ReceivedCommands, useValue: received },
        { provide: APP_FILTER, useValue: new RpcErrorFilter(logger) },
      ],
    };
  }
}
