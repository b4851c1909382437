import {
  DeletionsStatusEventDto,
  DestinationsHealthEventDto,
  RegulationsCanceledEventDto,
  RegulationsCreatedEventDto,
  RegulationsStatusEventDto,
  ResetEventDto,
} from '@lethe/api';
import { EVENT_BOUNDS } from '@lethe/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { ApiTokenOperation } from '../docs/api-operation.decorator.js';
import { EVENTS_TAG } from '../docs/openapi-document.js';

/** Of each event its data, by type. */
const EVENTS = {
  'regulations.created': RegulationsCreatedEventDto,
  'regulations.canceled': RegulationsCanceledEventDto,
  'regulations.status': RegulationsStatusEventDto,
  'deletions.status': DeletionsStatusEventDto,
  'destinations.health': DestinationsHealthEventDto,
  reset: ResetEventDto,
};

const EXAMPLE: RegulationsStatusEventDto = {
  type: 'regulations.status',
  at: '2026-11-21T08:00:00.000Z',
  status: 'deleted',
  count: 1,
  firstId: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11',
  lastId: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11',
  ids: ['0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11'],
};

export const DocumentsEvents = () =>
  applyDecorators(
    ApiTokenOperation({
      tag: EVENTS_TAG,
      summary: 'Follow what happens in the workspace',
      description: `Server-sent events, until one of the two leaves. With \`Last-Event-ID\` first what was missed, of the last ${EVENT_BOUNDS.minutes} minutes; \`reset\` says that it is not known any more. The schema is that of the \`data\` of each event. Takes \`regulations:read\`.`,
      errors: [],
    }),
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description: 'The `id` that was received last.',
      schema: { type: 'string' },
    }),
    ApiExtraModels(...Object.values(EVENTS)),
    ApiResponse({
      status: 200,
      description: 'Events, each with its type as `event` and JSON as `data`.',
      content: {
        'text/event-stream': {
          schema: {
            oneOf: Object.values(EVENTS).map((type) => ({ $ref: getSchemaPath(type) })),
            discriminator: {
              propertyName: 'type',
              mapping: Object.fromEntries(
                Object.entries(EVENTS).map(([name, type]) => [name, getSchemaPath(type)]),
              ),
            },
          },
          example: EXAMPLE,
        },
      },
    }),
  );
