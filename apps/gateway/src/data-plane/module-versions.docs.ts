import { applyDecorators, type Type } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { ApiAnswer, ApiEntityTag } from '../docs/api-answer.decorator.js';
import { ApiDataPlaneOperation } from '../docs/api-operation.decorator.js';
import { LibraryVersionDto, TransformationVersionDto } from './module-versions.dto.js';

function documentsVersion<T extends object & { versionId: string }>(
  noun: string,
  type: Type<T>,
  example: T,
) {
  return applyDecorators(
    ApiDataPlaneOperation(
      `The code of a ${noun}`,
      'By the version that the configuration names. Only the present one is there: it changes with the name and the code.',
      'invalid_request',
    ),
    ApiQuery({
      name: 'versionId',
      schema: { type: 'string', minLength: 1 },
      example: example.versionId,
    }),
    ApiEntityTag(),
    ApiAnswer(200, type, `The ${noun}.`, example),
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
