import type { Metrics } from '@lethe/observability';
import { Module, type DynamicModule } from '@nestjs/common';
import { AccessController } from './access/access.controller.js';
import {
  LibrariesController,
  TransformationsController,
  VersionsController,
} from './catalog/code.controllers.js';
import { ConnectionsController } from './catalog/connections.controller.js';
import { DefinitionsController } from './catalog/definitions/definitions.controller.js';
import {
  DestinationTransformationController,
  DestinationsController,
} from './catalog/destinations/destinations.controllers.js';
import { SourcesController } from './catalog/sources.controller.js';
import { TestCaseRuns } from './catalog/test-cases/test-case-runs.js';
import {
  DestinationTestCases,
  TransformationTestCases,
} from './catalog/test-cases/test-cases.controller.js';
import { ConsoleSessions } from './auth/session/console-sessions.js';
import { SessionController } from './auth/session/session.controller.js';
import { OidcController } from './console/sign-in/oidc.controller.js';
import { SingleSignOn } from './console/sign-in/single-sign-on.js';
import { DataPlanesController } from './data-plane/data-planes.controller.js';
import { FeedMetrics } from './data-plane/feed-metrics.js';
import { SuppressionFeedController } from './data-plane/suppression-feed.controller.js';
import { WorkerJobsController } from './data-plane/worker-jobs.controller.js';
import { DeletionsController } from './deletions/deletions.controller.js';
import { OwnWorkersController } from './deletions/own-workers.controller.js';
import { DocsController } from './docs/docs.controller.js';
import type { GatewayParts } from './gateway-parts.js';
import { EventStreams } from './events/event-streams.js';
import { EventsController } from './events/events.controller.js';
import { HealthController } from './health/health.controller.js';
import { ExpectedAnswers } from './admission/expected-answers.js';
import { FeedPages } from './admission/feed-pages.js';
import { Drain } from './http/drain.js';
import { ImportsController } from './imports/imports.controller.js';
import {
  CALLER_LIMITS,
  CATALOG,
  CATALOG_EDITOR,
  DATA_PLANE_CATALOG,
  GATEWAY_SETTINGS,
  HEALTH,
  METRICS,
  SERVICE_COMMANDS,
  TEST_RUNS,
} from './injection-tokens.js';
import { UsersController } from './users/users.controller.js';
import type { Admission } from './admission/admission.js';
import { RegulationsController } from './regulations/regulations.controller.js';
import { TestsController } from './tests/tests.controller.js';
import { TransformationTests } from './tests/transformation-tests.js';

/** One module: the gateway has no state, so its features share nothing but the parts. */
@Module({})
export class GatewayModule {
  static from(
    parts: GatewayParts,
    {
      admission,
      drain,
      metrics,
      feed,
      streams,
      sessions,
      singleSignOn,
    }: {
      readonly admission: Admission;
      readonly drain: Drain;
      readonly metrics: Metrics;
      readonly feed: FeedMetrics;
      readonly streams: EventStreams;
      readonly sessions: ConsoleSessions;
      readonly singleSignOn: SingleSignOn | undefined;
    },
  ): DynamicModule {
    return {
      module: GatewayModule,
      controllers: [
        RegulationsController,
        UsersController,
        ImportsController,
        DeletionsController,
        EventsController,
        OwnWorkersController,
        SourcesController,
        DestinationsController,
        DestinationTransformationController,
        DestinationTestCases,
        ConnectionsController,
        TransformationsController,
        VersionsController,
        TransformationTestCases,
        LibrariesController,
        DefinitionsController,
        TestsController,
        AccessController,
        SessionController,
        OidcController,
        SuppressionFeedController,
        WorkerJobsController,
        DataPlanesController,
        HealthController,
        DocsController,
      ],
      providers: [
        { provide: GATEWAY_SETTINGS, useValue: parts.config },
        { provide: SERVICE_COMMANDS, useValue: parts.commands },
        { provide: CATALOG, useValue: parts.catalog },
        { provide: CATALOG_EDITOR, useValue: parts.editor },
        { provide: DATA_PLANE_CATALOG, useValue: parts.dataPlaneCatalog },
        TransformationTests,
        TestCaseRuns,
        { provide: TEST_RUNS, useValue: parts.testRuns },
        { provide: CALLER_LIMITS, useValue: admission.callers },
        { provide: HEALTH, useValue: parts.health },
        { provide: METRICS, useValue: metrics },
        { provide: ExpectedAnswers, useValue: admission.answers },
        { provide: FeedPages, useValue: admission.feedPages },
        { provide: Drain, useValue: drain },
        { provide: FeedMetrics, useValue: feed },
        { provide: EventStreams, useValue: streams },
        { provide: ConsoleSessions, useValue: sessions },
        { provide: SingleSignOn, useValue: singleSignOn },
      ],
    };
  }
}
