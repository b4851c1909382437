import { Member, object, orNull, route, type Kind } from '../definition/index.js';
import { WorkspaceConfigurationDto } from './configuration.dto.js';
import { lastText, NamespacePathDto } from './owner.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;

/**
 * Milliseconds since 1970, rounded down. A text that is not a time is treated as absent, so that
 * the answer is complete.
 */
const updatedAfter: Kind = {
  schema: { type: 'string', format: 'date-time' },
  fromTexts: (texts) => {
    // A "+" that the client did not percent-encode arrives as a blank.
    const text = lastText(texts)?.replace(' ', '+') ?? '';
    const time = TIME.test(text) ? Date.parse(text) : NaN;
    return Number.isNaN(time) ? undefined : time;
  },
};

class NamespaceConfigurationQueryDto {
  @Member({
    is: updatedAfter,
    named: 'updatedAfter',
    optional: true,
    description:
      'Newest `updatedAt` of an earlier answer. Workspaces without a later change are null. A value that is not a time is ignored.',
  })
  updatedAfter?: number;
}

const configuration = orNull(WorkspaceConfigurationDto);
const byWorkspace: Kind = {
  ...configuration,
  schema: { type: 'object', additionalProperties: configuration.schema },
};

const DESTINATION = {
  id: 'dst_hook',
  name: 'Ops webhook',
  enabled: true,
  workspaceId: 'ws_demo',
  isProcessorEnabled: true,
  config: { webhookUrl: 'https://example.com/hook', webhookMethod: 'POST', headers: [] },
  destinationDefinition: {
    id: 'def_webhook',
    name: 'WEBHOOK',
    displayName: 'Webhook',
    config: {},
  },
  revisionId: 'n4bQgYhMfWWaL-qgxVrQFa',
  transformations: [{ id: 'tr_mask', versionId: 'ws_demo.tr_mask.n4bQgYhMfWWaL-qgxVrQFa' }],
};

const CONFIGURATION: WorkspaceConfigurationDto = {
  workspaceId: 'ws_demo',
  updatedAt: '2026-11-21T08:00:00.000Z',
  libraries: [{ versionId: 'ws_demo.lib_pii.n4bQgYhMfWWaL-qgxVrQFa' }],
  settings: { dataRetention: {} },
  accounts: {},
  sources: [
    {
      id: 'src_web',
      name: 'Website',
      writeKey: 'wk_web',
      enabled: true,
      workspaceId: 'ws_demo',
      config: {},
      sourceDefinition: { id: 'Javascript', name: 'Javascript', category: null, type: null },
      destinations: [DESTINATION],
    },
  ],
  connections: { con_1: { sourceId: 'src_web', destinationId: 'dst_hook', enabled: true } },
};

const SECRETS = 'The answer has write keys, and the secrets of destinations in plain text.';

/**
 * Routes for the configuration. Unknown query parameters are ignored, because data planes also send
 * parameters for other control planes.
 */
export const configurationRoutes = {
  workspaceConfig: route({
    credentials: 'dataPlane',
    http: 'GET /workspaceConfig',
    summary: 'Get the configuration of a workspace',
    description: `For data planes of a workspace. ${SECRETS} Other query parameters, which stock data planes send, have no effect.`,
    answer: {
      status: 200,
      description: 'The configuration, with an ETag.',
      sends: { is: object(() => WorkspaceConfigurationDto), hasTag: true, example: CONFIGURATION },
    },
  }),

  namespaceConfig: route({
    credentials: 'dataPlane',
    http: 'GET /data-plane/v1/namespaces/{id}/config',
    summary: 'Get the configurations of a namespace',
    description: `For data planes of a namespace. ${SECRETS}`,
    path: NamespacePathDto,
    query: NamespaceConfigurationQueryDto,
    answer: {
      status: 200,
      description: 'Configurations by workspace id. null means unchanged.',
      sends: {
        is: byWorkspace,
        hasTag: true,
        example: { ws_demo: CONFIGURATION, ws_other: null },
      },
    },
  }),
};
