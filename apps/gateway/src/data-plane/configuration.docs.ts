import { applyDecorators } from '@nestjs/common';
import {
  ApiExtraModels,
  ApiOperation,
  ApiParam,
  ApiQuery,
  ApiResponse,
  ApiSecurity,
  ApiTags,
  getSchemaPath,
} from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { ApiEntityTag } from '../docs/entity-tag.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { DATA_PLANE_SECURITY, DATA_PLANES_TAG } from '../docs/openapi-document.js';
import { ConfiguredConnectionDto, WorkspaceConfigurationDto } from './configuration.dto.js';

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

const SECRETS = 'Holds write keys, and the secrets of destinations in plain.';

const ofDataPlanes = (summary: string, description: string) =>
  applyDecorators(
    ApiTags(DATA_PLANES_TAG),
    ApiSecurity(DATA_PLANE_SECURITY),
    ApiOperation({ summary, description }),
    ApiErrors('unauthorized', 'not_found', 'unavailable'),
    ApiExtraModels(ConfiguredConnectionDto),
  );

export const DocumentsConfiguration = () =>
  applyDecorators(
    ofDataPlanes(
      'The configuration of a workspace',
      `For the credentials of a workspace. ${SECRETS} Other parameters of the query, which stock data planes send, have no effect.`,
    ),
    ApiEntityTag(),
    ApiAnswer(200, WorkspaceConfigurationDto, 'The configuration, with an ETag.', CONFIGURATION),
  );

export const DocumentsNamespaceConfiguration = () =>
  applyDecorators(
    ofDataPlanes('The configurations of a namespace', `Of each workspace by its id. ${SECRETS}`),
    ApiParam({ name: 'id', description: 'The namespace of the credentials.' }),
    ApiQuery({
      name: 'updatedAfter',
      required: false,
      schema: { type: 'string', format: 'date-time' },
      description:
        'Newest `updatedAt` of an earlier answer: workspaces that have not changed since are null. What is no time is ignored.',
    }),
    ApiEntityTag(),
    ApiResponse({
      status: 200,
      description: 'Configurations by workspace; null is as it was.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            additionalProperties: {
              oneOf: [{ $ref: getSchemaPath(WorkspaceConfigurationDto) }, { type: 'null' }],
            },
          },
          example: { ws_demo: CONFIGURATION, ws_other: null },
        },
      },
    }),
  );
