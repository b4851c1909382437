import type { CatalogModule, ModuleValues } from '@lethe/catalog';
import type { ModuleDto, ModuleInputDto } from '@lethe/api';

/** Members of the input of transformations and of libraries: both are ES modules with a name. */
export const MODULE_INPUT_NAMES = ['id', 'name', 'code'] as const;

export function toModuleValues({ name, code }: ModuleInputDto): ModuleValues {
  return { name, code };
}

export function toModuleDto(module: CatalogModule) {
  return {
    id: module.id,
    name: module.name,
    code: module.code,
    createdAt: module.createdAt.toISOString(),
    updatedAt: module.updatedAt.toISOString(),
  } satisfies ModuleDto;
}
