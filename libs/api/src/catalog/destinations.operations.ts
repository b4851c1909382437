import { flag, Member, members, object, oneOf, route, text, TIME } from '../definition/index.js';
import {
  config,
  ignoredNumber,
  itemId,
  itemName,
  transformationLink,
  versionNumber,
} from './catalog-kinds.js';
import { EditedAnswerDto, ID, patchOf, shownAs } from './items.js';
import { catalogCapability, deletion, EXAMPLE_TIMES, resource } from './resource.js';

const CONNECTION_MODES = ['cloud', 'device', 'hybrid'] as const;
const CONFIG = {
  example: { webhookUrl: 'https://example.com/hook', webhookMethod: 'POST', headers: [] },
};

/** Body of `POST /v2/destinations` and `PUT /v2/destinations/{id}`. */
export class DestinationInputDto extends EditedAnswerDto {
  @Member({ ...ID, example: 'dst_hook' })
  id?: string;

  @Member({ is: itemName, example: 'Ops webhook' })
  name!: string;

  @Member({
    is: itemName,
    example: 'WEBHOOK',
    description: 'Name of a destination definition. Cannot be changed later.',
  })
  type!: string;

  @Member({ is: flag, optional: true, example: true, default: true })
  enabled?: boolean;

  @Member({
    is: oneOf(CONNECTION_MODES),
    optional: true,
    example: 'cloud',
    description: 'Absent: `cloud` for a new destination, unchanged for an existing one.',
  })
  connectionMode?: (typeof CONNECTION_MODES)[number];

  @Member({
    ...CONFIG,
    is: config,
    optional: true,
    description: 'A secret that is sent as its mask keeps the stored value.',
  })
  config?: Record<string, unknown>;

  @Member({
    is: transformationLink,
    optional: true,
    example: 'tr_mask',
    description: 'Id of the transformation to connect. Absent or null: no transformation.',
  })
  transformation?: unknown;
}

/** Body of `PUT /v2/destinations/{id}/transformation`. */
export class TransformationLinkDto extends EditedAnswerDto {
  @Member({ is: itemId, example: 'tr_mask' })
  id!: string;

  @Member({ is: ignoredNumber, optional: true, description: 'Read-only. Ignored in a request.' })
  version?: number;
}

export class DestinationTransformationDto {
  @Member({ is: text, example: 'tr_mask' })
  id!: string;

  @Member({
    is: versionNumber,
    example: 3,
    description:
      'Version of the code that runs. The ETag of the destination does not depend on it.',
  })
  version!: number;
}

export class TransformationLinkAnswerDto {
  @Member({ is: object(() => DestinationTransformationDto) })
  transformation!: DestinationTransformationDto;
}

export class DestinationDto {
  @Member({ is: text, example: 'dst_hook' })
  id!: string;

  @Member({ is: text, example: 'Ops webhook' })
  name!: string;

  @Member({ is: text, example: 'WEBHOOK', description: 'Name of the destination definition.' })
  type!: string;

  @Member({ is: flag, example: true })
  enabled!: boolean;

  @Member({ ...CONFIG, is: members, description: 'Secrets are masked.' })
  config!: Record<string, unknown>;

  @Member({ is: text, example: 'ws_demo' })
  workspaceId!: string;

  @Member(TIME)
  createdAt!: string;

  @Member(TIME)
  updatedAt!: string;

  @Member({ is: object(() => DestinationTransformationDto), optional: true })
  transformation?: DestinationTransformationDto;
}

const INPUT = { name: 'Ops webhook', type: 'WEBHOOK', enabled: true, config: CONFIG.example };
const LINK = { id: 'tr_mask', version: 3 };

export const destinations = resource({
  one: 'Destination',
  many: 'Destinations',
  noun: 'destination',
  path: '/v2/destinations',
  input: DestinationInputDto,
  patch: patchOf('DestinationPatchDto', DestinationInputDto, {
    connectionMode: { description: 'Unchanged when absent.' },
    transformation: {
      description:
        'Id of the transformation to connect. null disconnects it. Unchanged when absent.',
    },
  }),
  removable: ['transformation'],
  shown: shownAs('Destination', 'destination', 'destinations', DestinationDto),
  examples: {
    input: { ...INPUT, transformation: LINK.id },
    patch: { config: { webhookMethod: 'PUT' } },
    item: {
      ...{ id: 'dst_hook', ...INPUT, workspaceId: 'ws_demo', ...EXAMPLE_TIMES },
      transformation: LINK,
    },
    isInDemo: true,
  },
  reading: {
    tag: 'Lookups',
    list: 'List destinations',
    show: 'Show a destination',
    page: 'A page of destinations, with masked secrets.',
    answer: 'The destination, with masked secrets.',
  },
  removal: {
    effect: 'Deletions that wait at the destination are aborted.',
    errors: ['outcome_unknown'],
  },
});

const PATH = '/v2/destinations/{id}/transformation';
const OF_DESTINATION = 'the transformation of a destination';

class LinkPathDto {
  @Member({ is: { schema: { type: 'string', example: 'dst_hook' } }, named: 'id' })
  destinationId!: string;
}

const ANSWER = {
  status: 200,
  type: TransformationLinkAnswerDto,
  example: { transformation: LINK },
};
const WRITE = {
  scopes: ['catalog:write'] as const,
  description: 'Requires the scope `catalog:write`.',
};

/** Routes for the transformation of a destination. ETag and If-Match refer to the destination. */
export const destinationTransformation = catalogCapability({
  getDestinationTransformation: route({
    http: `GET ${PATH}`,
    summary: `Show ${OF_DESTINATION}`,
    description: 'Requires the scope `catalog:read`.',
    scopes: ['catalog:read'],
    path: LinkPathDto,
    answer: {
      ...ANSWER,
      description: 'The transformation. The header ETag has the version of the destination.',
    },
  }),

  connectTransformation: route({
    ...WRITE,
    http: `PUT ${PATH}`,
    summary: `Replace ${OF_DESTINATION}`,
    path: LinkPathDto,
    takesIfMatch: true,
    body: TransformationLinkDto,
    examples: { whole: { value: { id: LINK.id } } },
    answer: {
      ...ANSWER,
      description: 'Replaced. The header ETag has the new version of the destination.',
    },
    errors: ['conflict'],
  }),

  disconnectTransformation: {
    ...deletion(OF_DESTINATION, `DELETE ${PATH}`, LinkPathDto, WRITE),
    summary: `Disconnect ${OF_DESTINATION}`,
    answer: { status: 204, description: 'Disconnected. The transformation itself stays.' },
  },
});
