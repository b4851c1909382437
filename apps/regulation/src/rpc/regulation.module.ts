import type { Logger } from '@lethe/observability';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { DeletionCommandsService } from '../deletion-commands.service.js';
import { LetheWorkerService } from '../deletion-jobs/lethe-worker.service.js';
import { DeletionCommandsController } from './deletion-commands.controller.js';
import { DeletionWorkerController } from './deletion-worker.controller.js';
import { RegulationCommandsController } from './regulation-commands.controller.js';
import type { RegulationCore } from '../create-regulation-core.js';
import { RegulationCommandsService } from '../regulation-commands.service.js';
import { CommandAdmission } from './command-admission.js';
import { RpcErrorFilter } from './rpc-error.filter.js';

/** The RPC front of the service. */
@Module({})
export class RegulationModule {
  static with(
    {
      commands,
      deletions,
      letheWorker,
    }: Pick<RegulationCore, 'commands' | 'deletions' | 'letheWorker'>,
    admission: CommandAdmission,
    logger: Logger,
  ): DynamicModule {
    return {
      module: RegulationModule,
      controllers: [
        RegulationCommandsController,
        DeletionCommandsController,
        DeletionWorkerController,
      ],
      providers: [
        { provide: RegulationCommandsService, useValue: commands },
        { provide: DeletionCommandsService, useValue: deletions },
        { provide: LetheWorkerService, useValue: letheWorker },
        { provide: CommandAdmission, useValue: admission },
        { provide: APP_FILTER, useValue: new RpcErrorFilter(logger) },
      ],
    };
  }
}
