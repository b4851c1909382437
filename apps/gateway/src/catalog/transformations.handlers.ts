import { libraries, transformations, versions, type ModuleDto } from '@lethe/api/catalog';
import type { CatalogModule, CatalogTransformation, TransformationVersion } from '@lethe/catalog';
import { controllerOf } from '../operations/controller-of.js';
import { pickMembers } from '../operations/pick-members.js';
import { resourceHandlers, showVersion, type EditorParts } from './resource-handlers.js';

/** Transformations and libraries are ES modules with a name, so both use this function. */
const toValues = ({ name, code }: Pick<ModuleDto, 'name' | 'code'>) => ({ name, code });

export const TransformationsController = controllerOf(
  transformations,
  ({ editor, limits }: EditorParts) =>
    resourceHandlers(
      transformations,
      { table: () => editor.transformations, show: toTransformationDto, toValues },
      limits,
    ),
);

export const LibrariesController = controllerOf(libraries, ({ editor, limits }: EditorParts) =>
  resourceHandlers(
    libraries,
    { table: () => editor.libraries, show: toModuleDto, toValues },
    limits,
  ),
);

/** Shows the versions of the code of a transformation, and restores earlier versions. */
export const VersionsController = controllerOf(
  versions,
  ({ editor }: Pick<EditorParts, 'editor'>) => ({
    listTransformationVersions: {
      async answers({ path, identity }) {
        const listed = await editor.versions.list(identity.workspaceId, path.id);
        return { versions: listed.map(toVersionDto) };
      },
    },
    getTransformationVersion: {
      async answers({ path, identity }) {
        const version = await editor.versions.get(identity.workspaceId, path.id, path.number);
        return { version: { ...toVersionDto(version), code: version.code } };
      },
    },
    restoreTransformationVersion: {
      async answers({ path, identity, precondition, reply }) {
        const { workspaceId, name: author } = identity;
        const { code } = await editor.versions.get(workspaceId, path.id, path.number);
        const restored = await editor.transformations.replace(
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
);

function toTransformationDto(transformation: CatalogTransformation) {
  return { ...toModuleDto(transformation), version: transformation.codeVersion };
}

function toModuleDto(module: CatalogModule): ModuleDto {
  return pickMembers(module, 'id', 'name', 'code', 'createdAt', 'updatedAt');
}

function toVersionDto(version: TransformationVersion) {
  const { isCurrent: current } = version;
  return { number: version.number, current, ...pickMembers(version, 'createdAt', 'createdBy') };
}
