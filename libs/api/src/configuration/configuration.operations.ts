import { capability, listOf, Member, objects, route, text, type Dto } from '../definition/index.js';
import { configurationRoutes } from './configuration.routes.js';
import {
  FindLibraryVersionDto,
  FindTransformationVersionDto,
  LibraryVersionDto,
  TransformationVersionDto,
} from './module-versions.dto.js';
import { DATA_PLANES, ownerPath, type Owner } from './owner.js';

class DataPlaneComponentDto {
  @Member({ is: text, example: 'router' })
  name!: string;

  @Member({ is: listOf(text), optional: true })
  features?: string[];
}

class DataPlaneSettingsDto {
  @Member({ is: objects(() => DataPlaneComponentDto), optional: true })
  components?: DataPlaneComponentDto[];
}

const settingsOf = (owner: Owner) =>
  route({
    credentials: 'dataPlane',
    http: `POST /data-plane/v1/${owner}s/{id}/settings`,
    summary: `Report the components of a data plane of a ${owner}`,
    description: 'Lethe checks the body and does not store it.',
    path: ownerPath(owner),
    body: DataPlaneSettingsDto,
    isBodyRaw: true, // some data planes do not start if Lethe refuses their content type
    examples: { whole: { value: { components: [{ name: 'router', features: ['gzip-req'] }] } } },
    answer: { status: 204, description: 'Accepted.' },
    errors: ['invalid_request', 'invalid_json', 'request_timeout', 'payload_too_large'],
  });

function versionOf<Version extends object & { readonly versionId: string }>(
  noun: string,
  at: string,
  query: Dto<FindTransformationVersionDto>,
  type: Dto<Version>,
  example: Version,
) {
  return route({
    credentials: 'dataPlane',
    http: `GET /${at}/getByVersionId`,
    summary: `Get the code of a ${noun}`,
    description:
      'Finds the code by the version id from the configuration. Only the current version exists. The version id changes with the name and the code.',
    query,
    answer: {
      status: 200,
      type,
      description: `The ${noun}.`,
      example,
      isCompressed: true,
      // A version id changes when the content changes, so it is used as the ETag.
      tag: ({ versionId }) => versionId,
    },
  });
}

/** Routes for the configuration of data planes, and for the settings that data planes report. */
export const configuration = capability(...DATA_PLANES, {
  ...configurationRoutes,

  takeWorkspaceSettings: settingsOf('workspace'),
  takeNamespaceSettings: settingsOf('namespace'),

  transformationByVersion: versionOf(
    'transformation',
    'transformation',
    FindTransformationVersionDto,
    TransformationVersionDto,
    {
      id: 'tr_mask',
      versionId: 'ws_demo.tr_mask.n4bQgYhMfWWaL-qgxVrQFa',
      name: 'Mask e-mail',
      workspaceId: 'ws_demo',
      code: 'export function transformEvent(event) { return event; }',
      codeVersion: '1',
      language: 'javascript',
    },
  ),
  libraryByVersion: versionOf(
    'library',
    'transformationLibrary',
    FindLibraryVersionDto,
    LibraryVersionDto,
    {
      name: 'pii',
      handleName: 'pii',
      importName: 'pii',
      versionId: 'ws_demo.lib_pii.n4bQgYhMfWWaL-qgxVrQFa',
      code: "export const hide = () => '***';",
      language: 'javascript',
      workspaceId: 'ws_demo',
    },
  ),
});
