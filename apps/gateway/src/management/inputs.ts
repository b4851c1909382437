import {
  isIdentifier,
  type ConnectionValues,
  type DestinationValues,
  type ModuleValues,
  type SourceValues,
} from '@lethe/catalog';
import {
  ConnectionInputDto,
  DestinationInputDto,
  ModuleInputDto,
  SourceInputDto,
  TransformationLinkDto,
} from '@lethe/contracts';
import { invalidMember } from './check-destination.js';
import type { InputRules } from './read-input.js';

export const SOURCE_INPUT: InputRules<SourceInputDto> = {
  type: SourceInputDto,
  names: ['id', 'name', 'type', 'enabled', 'config', 'writeKey'],
};

export const DESTINATION_INPUT: InputRules<DestinationInputDto> = {
  type: DestinationInputDto,
  names: ['id', 'name', 'type', 'enabled', 'connectionMode', 'config', 'transformation'],
};

export const CONNECTION_INPUT: InputRules<ConnectionInputDto> = {
  type: ConnectionInputDto,
  names: ['id', 'sourceId', 'destinationId', 'enabled'],
};

export const MODULE_INPUT: InputRules<ModuleInputDto> = {
  type: ModuleInputDto,
  names: ['id', 'name', 'code'],
};

export const LINK_INPUT: InputRules<TransformationLinkDto> = {
  type: TransformationLinkDto,
  names: ['id'],
};

export function toSourceValues(input: SourceInputDto): SourceValues {
  const { name, type, enabled = true, config = {}, writeKey } = input;
  return { name, type, enabled, config, ...(writeKey === undefined ? {} : { writeKey }) };
}

/** @param config as it was found to be valid, secrets in plain */
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

export function toConnectionValues(input: ConnectionInputDto): ConnectionValues {
  const { sourceId, destinationId, enabled = true } = input;
  return { sourceId, destinationId, enabled };
}

export function toModuleValues({ name, code }: ModuleInputDto): ModuleValues {
  return { name, code };
}

/** An id, or what answers show in its place: `{ id }`. */
function transformationIdOf(given: unknown): string | undefined {
  if (given === undefined || given === null) return undefined;
  const id =
    typeof given === 'object' && Object.keys(given).join() === 'id'
      ? (given as { id: unknown }).id
      : given;
  if (typeof id === 'string' && isIdentifier(id)) return id;
  throw invalidMember('transformation', 'must be the id of a transformation, or { "id": … }');
}
