import { libraries, transformations, versions, type ModuleDto } from '@lethe/api/catalog';
import type {
  CatalogEditor,
  CatalogModule,
  CatalogTransformation,
  TransformationVersion,
} from '@lethe/catalog';
import { requestLimits, type GatewaySettings } from '../config/gateway.config.js';
import { CATALOG_EDITOR, GATEWAY_SETTINGS } from '../injection-tokens.js';
import { controllerOf } from '../operations/controller-of.js';
import { resourceHandlers, showVersion } from './resource-handlers.js';

/** Both are ES modules with a name. */
const toValues = ({ name, code }: Pick<ModuleDto, 'name' | 'code'>) => ({ name, code });

export const TransformationsController = controllerOf(
  transformations,
  (catalog: CatalogEditor, settings: GatewaySettings) =>
    resourceHandlers(
      transformations,
      { table: () => catalog.transformations, show: toTransformationDto, toValues },
      requestLimits(settings),
    ),
  [CATALOG_EDITOR, GATEWAY_SETTINGS],
);

export const LibrariesController = controllerOf(
  libraries,
  (catalog: CatalogEditor, settings: GatewaySettings) =>
    resourceHandlers(
      libraries,
      { table: () => catalog.libraries, show: toModuleDto, toValues },
      requestLimits(settings),
    ),
  [CATALOG_EDITOR, GATEWAY_SETTINGS],
);

/** What the code of a transformation was. */
export const VersionsController = controllerOf(
  versions,
  (catalog: CatalogEditor) => ({
    listTransformationVersions: {
      async answers({ path, identity }) {
        const listed = await catalog.versions.list(identity.workspaceId, path.id);
        return { versions: listed.map(toVersionDto) };
      },
    },
    getTransformationVersion: {
      async answers({ path, identity }) {
        const version = await catalog.versions.get(identity.workspaceId, path.id, path.number);
        return { version: { ...toVersionDto(version), code: version.code } };
      },
    },
    restoreTransformationVersion: {
      async answers({ path, identity, precondition, reply }) {
        const { workspaceId, name: author } = identity;
        const { code } = await catalog.versions.get(workspaceId, path.id, path.number);
        const restored = await catalog.transformations.replace(
          workspaceId,
          path.id,
          precondition,
          ({ name }) => ({ name, code }),
          author,
        );
        showVersion(reply, restored);
        return { transformation: toTransformationDto(restored) };
      },
    },
  }),
  [CATALOG_EDITOR],
);

function toTransformationDto(transformation: CatalogTransformation) {
  return { ...toModuleDto(transformation), version: transformation.codeVersion };
}

function toModuleDto(module: CatalogModule): ModuleDto {
  return {
    id: module.id,
    name: module.name,
    code: module.code,
    createdAt: module.createdAt.toISOString(),
    updatedAt: module.updatedAt.toISOString(),
  };
}

function toVersionDto({ number, isCurrent, createdAt, createdBy }: TransformationVersion) {
  return {
    number,
    current: isCurrent,
    createdAt: createdAt.toISOString(),
    ...(createdBy === undefined ? {} : { createdBy }),
  };
}
