import { isIdentifier, type CatalogDestination, type DestinationValues } from '@lethe/catalog';
import {
  DestinationAnswerDto,
  DestinationInputDto,
  DestinationPageDto,
  TransformationLinkAnswerDto,
  TransformationLinkDto,
  type DestinationDto,
  DestinationPatchDto,
} from '@lethe/api';
import { findDefinition, maskConfig } from '@lethe/destination-definitions';
import { EXAMPLE_TIMES, type ResourceOf, type ListedResourceOf } from '../catalog-resource.js';
import { invalidMember } from '../input.decorator.js';

const INPUT = {
  name: 'Ops webhook',
  type: 'WEBHOOK',
  enabled: true,
  config: { webhookUrl: 'https://example.com/hook', webhookMethod: 'POST', headers: [] },
};
const TRANSFORMATION = { id: 'tr_mask' };
const EXAMPLE: DestinationDto = {
  id: 'dst_hook',
  ...INPUT,
  workspaceId: 'ws_demo',
  ...EXAMPLE_TIMES,
  transformation: { ...TRANSFORMATION, version: 3 },
};

export const DESTINATION: ListedResourceOf<
  DestinationInputDto,
  DestinationAnswerDto,
  DestinationPageDto
> = {
  noun: 'destination',
  exampleId: EXAMPLE.id,
  reading: {
    tag: 'Lookups',
    list: 'List destinations',
    show: 'Show a destination',
    page: 'A page of destinations, secrets masked.',
    answer: 'The destination, secrets masked.',
  },
  input: {
    type: DestinationInputDto,
    patchType: DestinationPatchDto,
    patch: { config: { webhookMethod: 'PUT' } },
    removable: ['transformation'],
    names: ['id', 'name', 'type', 'enabled', 'connectionMode', 'config', 'transformation'],
    example: { ...INPUT, transformation: TRANSFORMATION.id },
  },
  answer: { type: DestinationAnswerDto, example: { destination: EXAMPLE } },
  page: { type: DestinationPageDto, example: { destinations: [EXAMPLE], paging: { total: 1 } } },
};

/** Which transformation a destination has; the path holds the id of the destination. */
export const DESTINATION_TRANSFORMATION: ResourceOf<
  TransformationLinkDto,
  TransformationLinkAnswerDto
> = {
  noun: 'transformation of a destination',
  exampleId: EXAMPLE.id,
  input: {
    type: TransformationLinkDto,
    names: ['id'],
    ignored: ['version'],
    example: TRANSFORMATION,
    idOfAnother: true,
  },
  answer: {
    type: TransformationLinkAnswerDto,
    example: { transformation: { ...TRANSFORMATION, version: 3 } },
  },
};

/**
 * @param config as it was found to be valid, secrets in plain
 * @param connectionMode where the input has none
 */
export function toDestinationValues(
  input: DestinationInputDto,
  config: Readonly<Record<string, unknown>>,
  connectionMode: DestinationValues['connectionMode'],
): DestinationValues {
  const { name, type, enabled = true } = input;
  const transformationId = transformationIdOf(input.transformation);
  return {
    name,
    type,
    enabled,
    connectionMode: input.connectionMode ?? connectionMode,
    config,
    ...(transformationId === undefined ? {} : { transformationId }),
  };
}

/** Secrets are masked, whoever asks: nobody needs to read back a secret that works. */
export function toDestinationDto(destination: CatalogDestination): DestinationDto {
  return {
    id: destination.id,
    name: destination.name,
    type: destination.type,
    enabled: destination.enabled,
    config: maskConfig(findDefinition(destination.type), destination.config),
    workspaceId: destination.workspaceId,
    createdAt: destination.createdAt.toISOString(),
    updatedAt: destination.updatedAt.toISOString(),
    ...toTransformationLink(destination),
  };
}

export function toTransformationLink({
  transformationId: id,
  transformationVersion: version = 1,
}: CatalogDestination): Pick<DestinationDto, 'transformation'> {
  return id === undefined ? {} : { transformation: { id, version } };
}

/** An id, or what answers show in its place: `{ id, version }`. */
function transformationIdOf(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  const id =
    typeof given === 'object' && /^(id|id,version|version,id)$/.test(Object.keys(given).join())
      ? (given as { id: unknown }).id
      : given;
  if (typeof id === 'string' && isIdentifier(id)) return id;
  throw invalidMember('transformation', 'must be the id of a transformation, or { "id": … }');
}
