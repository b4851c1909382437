import { configuration } from '@lethe/api/configuration';
import type { DataPlaneCatalog } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import type { Metrics } from '@lethe/observability';
import type { FastifyRequest } from 'fastify';
import { parseJson } from '../http/request/parse-json.js';
import { controllerOf } from '../operations/controller-of.js';
import { checkSettings } from './check-settings.js';
import { Configurations } from './configurations.js';
import { SuppressionFeedController } from './suppression-feed.handlers.js';
import { WorkerJobsController } from './worker-jobs.handlers.js';

interface DataPlaneParts {
  readonly dataPlaneCatalog: Pick<
    DataPlaneCatalog,
    'changes' | 'configuration' | 'shadowedSources' | 'findTransformation' | 'findLibrary'
  >;
  readonly metrics: Metrics;
}

/**
 * Serves configurations to data planes, and accepts the settings that data planes report. The
 * handlers of suppressions and deletion jobs are in other files.
 */
const ConfigurationController = controllerOf(
  configuration,
  ({ dataPlaneCatalog: catalog, metrics }: DataPlaneParts) => {
    const configurations = new Configurations(catalog, metrics);
    const takeSettings = {
      answers({ request }: { readonly request: FastifyRequest }) {
        checkSettings(parseJson(bytesOf(request)));
      },
    };
    return {
      workspaceConfig: {
        answers: ({ dataPlane, request, reply }) =>
          configurations.sendOne(request, reply, dataPlane),
      },
      namespaceConfig: {
        answers: ({ path, query, request, reply }) =>
          configurations.sendAll(request, reply, { ...path, ...query }),
      },

      takeWorkspaceSettings: takeSettings,
      takeNamespaceSettings: takeSettings,

      transformationByVersion: {
        async answers({ dataPlane, query: { versionId } }) {
          const found = await catalog.findTransformation(dataPlane, versionId);
          if (found === undefined) throw notFound();
          const { id, name, workspaceId, code } = found;
          return {
            ...{ id, versionId: found.versionId, name, workspaceId, code },
            ...{ codeVersion: '1', language: 'javascript' },
          };
        },
      },
      libraryByVersion: {
        async answers({ dataPlane, query }) {
          const found = await catalog.findLibrary(dataPlane, query.versionId);
          if (found === undefined) throw notFound();
          const { versionId, name, workspaceId, code } = found;
          return {
            ...{ name, handleName: name, importName: name, versionId, code, workspaceId },
            language: 'javascript',
          };
        },
      },
    };
  },
);

export const DATA_PLANE_CONTROLLERS = [
  SuppressionFeedController,
  WorkerJobsController,
  ConfigurationController,
];

function bytesOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function notFound(): LetheError {
  return new LetheError('not_found', {
    message: 'This version does not exist, or is no longer current. Load the configuration again.',
  });
}
