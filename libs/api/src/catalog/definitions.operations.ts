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

/** What one variable of a configuration holds. */
export class ConfigFieldDto {
  @Member({
    is: oneOf(FIELD_TYPES),
    example: 'string',
    description: 'A `number` may be written as a text.',
  })
  type!: (typeof FIELD_TYPES)[number];

  @Member({
    is: { schema: { allOf: [FIELD] } },
    optional: true,
    description: 'Elements of an array.',
  })
  items?: ConfigFieldDto;

  @Member({
    is: { schema: { type: 'object', additionalProperties: FIELD } },
    optional: true,
    description: 'Members of an object; any when absent.',
  })
  members?: Readonly<Record<string, ConfigFieldDto>>;

  @Member({
    is: { schema: { type: 'array', items: {} } },
    optional: true,
    description: 'One of these.',
  })
  choices?: readonly unknown[];

  @Member({
    is: { schema: { anyOf: [{ type: 'string' }, {}] } },
    optional: true,
    description: 'What is in effect without a value.',
  })
  default?: unknown;

  @Member({ is: flag, optional: true, description: 'The destination does not work without.' })
  required?: boolean;

  @Member({ is: flag, optional: true, description: 'Masked in answers.' })
  secret?: boolean;

  @Member({
    is: text,
    optional: true,
    example: 'headers',
    description: 'The variable that took its place. It is read where that one is absent.',
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
    description: 'What each variable holds.',
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

  @Member({ is: text, optional: true, description: 'Why not.' })
  reason?: string;
}

export class DeletionCapabilityDto extends CapabilityDto {
  @Member({
    is: texts,
    optional: true,
    example: ['userId'],
    description: 'By which of these it finds a user; any of them will do.',
  })
  identifiers?: readonly string[];

  @Member({ is: integer, optional: true, example: 100, description: 'Most users of one call.' })
  batchSize?: number;

  @Member({ is: number, optional: true, example: 10 })
  requestsPerSecond?: number;

  @Member({
    is: number,
    optional: true,
    description: 'Days for which an order that was accepted may take.',
  })
  acceptedDays?: number;
}

export class CapabilitiesDto {
  @Member({ is: object(() => CapabilityDto) })
  test!: CapabilityDto;

  @Member({ is: object(() => DeletionCapabilityDto) })
  deletion!: DeletionCapabilityDto;
}

/** What a destination type is called. */
export class DefinitionNamesDto {
  @Member({ is: text, example: 'def_webhook' })
  id!: string;

  @Member({ is: text, example: 'WEBHOOK' })
  name!: string;

  @Member({ is: text, example: 'Webhook' })
  displayName!: string;
}

/** What a destination type is called, needs, hides and supports. */
export class DestinationDefinitionDto extends DefinitionNamesDto {
  @Member({ is: text, example: 'webhook' })
  category!: string;

  @Member({ is: text, optional: true, example: 'native', description: 'Who makes the requests.' })
  provider?: string;

  @Member({ is: object(() => DefinitionConfigDto) })
  config!: DefinitionConfigDto;

  @Member({ is: object(() => CapabilitiesDto) })
  capabilities!: CapabilitiesDto;

  @Member({
    is: listOf(members),
    optional: true,
    description: 'What it does with an event that matches a trigger.',
  })
  presets?: readonly object[];
}

class DefinitionsQueryDto {
  @Member({
    is: text,
    optional: true,
    example: 'WEBHOOK',
    description: 'Only the definition of this name.',
  })
  name?: string;
}

class DefinitionPathDto {
  @Member({ is: { schema: { type: 'string', example: 'WEBHOOK' } } })
  name!: string;
}

// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- a query without a parameter
class DefinitionQueryDto {}

const WORDS = {
  credentials: 'none',
  tag: 'Lookups',
  description: 'Needs no credentials.',
} as const;

/**
 * What destination types there are. Nothing here belongs to a workspace.
 *
 * @param example one of the definitions
 */
export const definitionsLike = (example: unknown) =>
  capability('Lookups', 'What destination types there are.', {
    listDefinitions: route({
      ...WORDS,
      http: 'GET /destination-definitions',
      summary: 'List destination definitions',
      query: DefinitionsQueryDto,
      answer: {
        status: 200,
        description: 'All of them, ordered by name.',
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
