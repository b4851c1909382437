import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiParam, getSchemaPath } from '@nestjs/swagger';
import { ApiAnswer, ApiEntityTag, ApiJsonAnswer } from '../docs/api-answer.decorator.js';
import { ApiDataPlaneOperation, ApiOptionalQuery } from '../docs/api-operation.decorator.js';
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

const BY_WORKSPACE = {
  type: 'object',
  additionalProperties: {
    oneOf: [{ $ref: getSchemaPath(WorkspaceConfigurationDto) }, { type: 'null' }],
  },
};

export const DocumentsConfiguration = () =>
  applyDecorators(
    ApiDataPlaneOperation(
      'The configuration of a workspace',
      `For the credentials of a workspace. ${SECRETS} Other parameters of the query, which stock data planes send, have no effect.`,
    ),
    ApiExtraModels(ConfiguredConnectionDto),
    ApiEntityTag(),
    ApiAnswer(200, WorkspaceConfigurationDto, 'The configuration, with an ETag.', CONFIGURATION),
  );

export const DocumentsNamespaceConfiguration = () =>
  applyDecorators(
    ApiDataPlaneOperation(
      'The configurations of a namespace',
      `Of each workspace by its id. ${SECRETS}`,
    ),
    ApiParam({ name: 'id', description: 'The namespace of the credentials.' }),
    ApiOptionalQuery(
      'updatedAfter',
      { type: 'string', format: 'date-time' },
      'Newest `updatedAt` of an earlier answer: workspaces that have not changed since are null. What is no time is ignored.',
    ),
    ApiEntityTag(),
    ApiJsonAnswer(200, BY_WORKSPACE, 'Configurations by workspace; null is as it was.', {
      ws_demo: CONFIGURATION,
      ws_other: null,
    }),
  );
