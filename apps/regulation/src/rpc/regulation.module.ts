import type { Logger } from '@lethe/observability';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { RegulationCommandsController } from './regulation-commands.controller.js';
import { RegulationCommandsService } from '../regulation-commands.service.js';
import { CommandAdmission } from './command-admission.js';
import { RpcErrorFilter } from './rpc-error.filter.js';

/** The RPC front of the service. */
@Module({})
export class RegulationModule {
  static with(
    commands: RegulationCommandsService,
    admission: CommandAdmission,
    logger: Logger,
  ): DynamicModule {
    return {
      module: RegulationModule,
      controllers: [RegulationCommandsController],
      providers: [
        { provide: RegulationCommandsService, useValue: commands },
        { provide: CommandAdmission, useValue: admission },
        { provide: APP_FILTER, useValue: new RpcErrorFilter(logger) },
      ],
    };
  }
}
