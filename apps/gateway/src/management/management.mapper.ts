import type { CatalogConnection, CatalogModule } from '@lethe/catalog';
import type { ConnectionDto, ModuleDto } from '@lethe/contracts';

export function toConnectionDto(connection: CatalogConnection): ConnectionDto {
  return {
    id: connection.id,
    sourceId: connection.sourceId,
    destinationId: connection.destinationId,
    enabled: connection.enabled,
    createdAt: connection.createdAt.toISOString(),
    updatedAt: connection.updatedAt.toISOString(),
  };
}

export function toModuleDto(module: CatalogModule): ModuleDto {
  return {
    id: module.id,
    name: module.name,
    code: module.code,
    createdAt: module.createdAt.toISOString(),
    updatedAt: module.updatedAt.toISOString(),
  };
}
