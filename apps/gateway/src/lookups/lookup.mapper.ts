import type { CatalogDestination, CatalogSource } from '@lethe/catalog';
import type { DestinationDto, SourceDto } from '@lethe/contracts';
import { findDefinition, maskConfig } from '@lethe/destination-definitions';

/** @param withWriteKey whoever has the write key can send events, so only `catalog:write` sees it */
export function toSourceDto(source: CatalogSource, withWriteKey: boolean): SourceDto {
  return {
    id: source.id,
    name: source.name,
    type: source.type,
    ...(withWriteKey ? { writeKey: source.writeKey } : {}),
    enabled: source.enabled,
    config: { ...source.config },
    createdAt: source.createdAt.toISOString(),
    updatedAt: source.updatedAt.toISOString(),
  };
}

/** Secrets are masked, whoever asks: nobody needs to read back a secret that works. */
export function toDestinationDto(destination: CatalogDestination): DestinationDto {
  const { transformationId } = destination;
  return {
    id: destination.id,
    name: destination.name,
    type: destination.type,
    enabled: destination.enabled,
    config: maskConfig(findDefinition(destination.type), destination.config),
    workspaceId: destination.workspaceId,
    createdAt: destination.createdAt.toISOString(),
    updatedAt: destination.updatedAt.toISOString(),
    ...(transformationId === undefined ? {} : { transformation: { id: transformationId } }),
  };
}
