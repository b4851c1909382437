import {
  dataPlaneJobs,
  deletions as deletionOperations,
  deletionWorker,
  ownWorkers,
} from '@lethe/api/deletions';
import { events } from '@lethe/api/events';
import { imports as importOperations } from '@lethe/api/imports';
import { regulations } from '@lethe/api/regulations';
import { suppressions } from '@lethe/api/suppressions';
import { users } from '@lethe/api/users';
import type { Logger } from '@lethe/observability';
import { NO_TRACING, type Tracing } from '@lethe/tracing';
import { Module, type DynamicModule } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { DeletionCommandsService } from '../deletions/deletion-commands.service.js';
import { LetheWorkerService } from '../deletions/lethe-worker.service.js';
import { ImportsService } from '../imports/imports.service.js';
import type { RegulationCore } from '../create-regulation-core.js';
import { RegulationCommandsService } from '../regulation-commands.service.js';
import { CommandAdmission } from './command-admission.js';
import type { CommandTimes } from './command-times.js';
import { RpcErrorFilter } from './rpc-error.filter.js';
import { serveCapability } from './serve-capability.js';
import { TraceCommandsInterceptor } from './trace-commands.interceptor.js';

/** The RPC front of the service. */
@Module({})
export class RegulationModule {
  static with(
    {
      commands,
      deletions,
      letheWorker,
      imports,
    }: Pick<RegulationCore, 'commands' | 'deletions' | 'letheWorker' | 'imports'>,
    admission: CommandAdmission,
    logger: Logger,
    {
      times,
      tracing = NO_TRACING,
    }: { readonly times?: CommandTimes; readonly tracing?: Pick<Tracing, 'isOn'> } = {},
  ): DynamicModule {
    return {
      module: RegulationModule,
      controllers: [
        serveCapability(regulations, RegulationCommandsService),
        serveCapability(users, RegulationCommandsService),
        serveCapability(suppressions, RegulationCommandsService),
        serveCapability(deletionOperations, DeletionCommandsService),
        serveCapability(ownWorkers, DeletionCommandsService),
        serveCapability(dataPlaneJobs, DeletionCommandsService),
        serveCapability(deletionWorker, LetheWorkerService),
        serveCapability(events, RegulationCommandsService),
        serveCapability(importOperations, ImportsService),
      ],
      providers: [
        { provide: RegulationCommandsService, useValue: commands },
        { provide: DeletionCommandsService, useValue: deletions },
        { provide: LetheWorkerService, useValue: letheWorker },
        { provide: ImportsService, useValue: imports },
        { provide: CommandAdmission, useValue: admission },
        ...(tracing.isOn
          ? [{ provide: APP_INTERCEPTOR, useValue: new TraceCommandsInterceptor(admission) }]
          : []),
        { provide: APP_FILTER, useValue: new RpcErrorFilter(logger, times) },
      ],
    };
  }
}
