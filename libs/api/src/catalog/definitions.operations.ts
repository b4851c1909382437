import {
  capability,
  flag,
  integer,
  listOf,
  Member,
  members,
  number,
  object,
  oneOf,
  refTo,
  route,
  text,
} from '../definition/index.js';

const FIELD_TYPES = ['string', 'number', 'boolean', 'object', 'array'] as const;
const texts = listOf(text);
const FIELD = { $ref: '#/components/schemas/ConfigFieldDto' };

/** Type of one variable of a configuration. */
export class ConfigFieldDto {
  @Member({
    is: oneOf(FIELD_TYPES),
    example: 'string',
    description: 'Type of the value. A `number` may be sent as a string.',
  })
  type!: (typeof FIELD_TYPES)[number];

  @Member({
    is: { schema: { allOf: [FIELD] } },
    optional: true,
    description: 'Type of the elements of an array.',
  })
  items?: ConfigFieldDto;

  @Member({
    is: { schema: { type: 'object', additionalProperties: FIELD } },
    optional: true,
    description: 'Types of the members of an object. Absent: any members are allowed.',
  })
  members?: Readonly<Record<string, ConfigFieldDto>>;

  @Member({
    is: { schema: { type: 'array', items: {} } },
    optional: true,
    description: 'Allowed values.',
  })
  choices?: readonly unknown[];

  @Member({
    is: { schema: { anyOf: [{ type: 'string' }, {}] } },
    optional: true,
    description: 'Value that applies when none is set.',
  })
  default?: unknown;

  @Member({
    is: flag,
    optional: true,
    description: 'True when the destination does not work without this variable.',
  })
  required?: boolean;

  @Member({ is: flag, optional: true, description: 'True for a secret, which answers mask.' })
  secret?: boolean;

  @Member({
    is: text,
    optional: true,
    example: 'headers',
    description:
      'Newer variable that replaces this one. Lethe reads this one only when the newer one is absent.',
  })
  replacedBy?: string;
}

export class DestConfigDto {
  @Member({ is: texts, example: ['webhookUrl', 'webhookMethod', 'headers'] })
  defaultConfig!: readonly string[];
}

export class DefinitionConfigDto {
  @Member({ is: object(() => DestConfigDto) })
  destConfig!: DestConfigDto;

  @Member({
    is: {
      schema: { type: 'object', additionalProperties: FIELD },
      refersTo: [ConfigFieldDto],
    },
    description: 'Type of each variable, by its name.',
  })
  fields!: Readonly<Record<string, ConfigFieldDto>>;

  @Member({ is: texts, example: ['headers.to'] })
  secretKeys!: readonly string[];

  @Member({ is: texts, example: ['identify', 'track'] })
  supportedMessageTypes!: readonly string[];

  @Member({ is: texts, example: ['cloud'] })
  supportedConnectionModes!: readonly string[];
}

export class CapabilityDto {
  @Member({ is: flag, example: true })
  supported!: boolean;

  @Member({ is: text, optional: true, description: 'Reason, when it is not supported.' })
  reason?: string;
}

export class DeletionCapabilityDto extends CapabilityDto {
  @Member({
    is: texts,
    optional: true,
    example: ['userId'],
    description: 'Identifiers by which the destination can find a user. One of them is enough.',
  })
  identifiers?: readonly string[];

  @Member({
    is: integer,
    optional: true,
    example: 100,
    description: 'Maximum number of users per call.',
  })
  batchSize?: number;

  @Member({ is: number, optional: true, example: 10 })
  requestsPerSecond?: number;

  @Member({
    is: number,
    optional: true,
    description: 'Maximum number of days that the destination may take after it accepted an order.',
  })
  acceptedDays?: number;
}

export class CapabilitiesDto {
  @Member({ is: object(() => CapabilityDto) })
  test!: CapabilityDto;

  @Member({ is: object(() => DeletionCapabilityDto) })
  deletion!: DeletionCapabilityDto;
}

export class DefinitionNamesDto {
  @Member({ is: text, example: 'def_webhook' })
  id!: string;

  @Member({ is: text, example: 'WEBHOOK' })
  name!: string;

  @Member({ is: text, example: 'Webhook' })
  displayName!: string;
}

/** Names, variables, secrets and capabilities of a destination type. */
export class DestinationDefinitionDto extends DefinitionNamesDto {
  @Member({ is: text, example: 'webhook' })
  category!: string;

  @Member({
    is: text,
    optional: true,
    example: 'native',
    description: 'Provider: the part of Lethe that makes the requests.',
  })
  provider?: string;

  @Member({ is: object(() => DefinitionConfigDto) })
  config!: DefinitionConfigDto;

  @Member({ is: object(() => CapabilitiesDto) })
  capabilities!: CapabilitiesDto;

  @Member({
    is: listOf(members),
    optional: true,
    description: 'Presets: actions for events that match a trigger.',
  })
  presets?: readonly object[];
}

class DefinitionsQueryDto {
  @Member({
    is: text,
    optional: true,
    example: 'WEBHOOK',
    description: 'Returns only the definition with this name.',
  })
  name?: string;
}

class DefinitionPathDto {
  @Member({ is: { schema: { type: 'string', example: 'WEBHOOK' } } })
  name!: string;
}

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a query without parameters
class DefinitionQueryDto {}

const WORDS = {
  credentials: 'none',
  tag: 'Lookups',
  description: 'Needs no credentials.',
} as const;

/**
 * Returns the routes that look up destination types, which belong to no workspace.
 *
 * @param example definition that the API reference shows
 */
export const definitionsLike = (example: unknown) =>
  capability('Lookups', 'Destination types.', {
    listDefinitions: route({
      ...WORDS,
      http: 'GET /destination-definitions',
      summary: 'List destination definitions',
      query: DefinitionsQueryDto,
      answer: {
        status: 200,
        description: 'All definitions, sorted by name.',
        sends: {
          is: {
            schema: { type: 'array', items: refTo(DestinationDefinitionDto) },
            refersTo: [DestinationDefinitionDto],
          },
          hasTag: true,
          example: [example],
        },
      },
    }),

    getDefinition: route({
      ...WORDS,
      http: 'GET /destination-definitions/{name}',
      summary: 'Show a destination definition',
      path: DefinitionPathDto,
      query: DefinitionQueryDto,
      answer: {
        status: 200,
        description: 'The definition.',
        sends: { is: object(() => DestinationDefinitionDto), hasTag: true, example },
      },
    }),
  });
