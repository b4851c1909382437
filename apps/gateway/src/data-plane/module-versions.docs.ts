import { applyDecorators, type Type } from '@nestjs/common';
import { ApiOperation, ApiQuery, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { ApiAnswer } from '../docs/api-answer.decorator.js';
import { ApiEntityTag } from '../docs/entity-tag.decorator.js';
import { ApiErrors } from '../docs/api-errors.decorator.js';
import { DATA_PLANE_SECURITY, DATA_PLANES_TAG } from '../docs/openapi-document.js';
import { LibraryVersionDto, TransformationVersionDto } from './module-versions.dto.js';

function documentsVersion<T extends object & { versionId: string }>(
  noun: string,
  type: Type<T>,
  example: T,
) {
  return applyDecorators(
    ApiTags(DATA_PLANES_TAG),
    ApiSecurity(DATA_PLANE_SECURITY),
    ApiOperation({
      summary: `The code of a ${noun}`,
      description:
        'By the version that the configuration names. Only the present one is there: it changes with the name and the code.',
    }),
    ApiQuery({ name: 'versionId', schema: { type: 'string' }, example: example.versionId }),
    ApiEntityTag(),
    ApiAnswer(200, type, `The ${noun}.`, example),
    ApiErrors('invalid_request', 'unauthorized', 'not_found', 'unavailable'),
  );
}

export const DocumentsTransformationVersion = () =>
  documentsVersion('transformation', TransformationVersionDto, {
    id: 'tr_mask',
    versionId: 'ws_demo.tr_mask.n4bQgYhMfWWaL-qgxVrQFa',
    name: 'Mask e-mail',
    workspaceId: 'ws_demo',
    code: 'export function transformEvent(event) { return event; }',
    codeVersion: '1',
    language: 'javascript',
  });

export const DocumentsLibraryVersion = () =>
  documentsVersion('library', LibraryVersionDto, {
    name: 'pii',
    handleName: 'pii',
    importName: 'pii',
    versionId: 'ws_demo.lib_pii.n4bQgYhMfWWaL-qgxVrQFa',
    code: "export const hide = () => '***';",
    language: 'javascript',
    workspaceId: 'ws_demo',
  });
