import type { DataPlaneCatalog, DataPlaneIdentity } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DataPlane } from '../auth/identity.decorator.js';
import { sendCompressed } from '../http/answer/compress.js';
import { answeredUnchanged } from '../http/answer/entity-tag.js';
import { DATA_PLANE_CATALOG } from '../injection-tokens.js';
import { DocumentsLibraryVersion, DocumentsTransformationVersion } from './module-versions.docs.js';
import type { LibraryVersionDto, TransformationVersionDto } from './module-versions.dto.js';

/** Code for a data plane's transformer, by the versions that the configuration names. */
@Controller()
export class ModuleVersionsController {
  constructor(
    @Inject(DATA_PLANE_CATALOG)
    private readonly catalog: Pick<DataPlaneCatalog, 'findTransformation' | 'findLibrary'>,
  ) {}

  @Get('transformation/getByVersionId')
  @DocumentsTransformationVersion()
  async transformationByVersion(
    @Req() request: FastifyRequest,
    @DataPlane() dataPlane: DataPlaneIdentity,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.catalog.findTransformation(dataPlane, readVersionId(request.url));
    if (found === undefined) throw notFound();
    const { id, versionId, name, workspaceId, code } = found;
    const dto: TransformationVersionDto = {
      ...{ id, versionId, name, workspaceId, code },
      codeVersion: '1',
      language: 'javascript',
    };
    await sendJson(request, reply, dto);
  }

  @Get('transformationLibrary/getByVersionId')
  @DocumentsLibraryVersion()
  async libraryByVersion(
    @Req() request: FastifyRequest,
    @DataPlane() dataPlane: DataPlaneIdentity,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.catalog.findLibrary(dataPlane, readVersionId(request.url));
    if (found === undefined) throw notFound();
    const { versionId, name, workspaceId, code } = found;
    const dto: LibraryVersionDto = {
      ...{ name, handleName: name, importName: name, versionId, code, workspaceId },
      language: 'javascript',
    };
    await sendJson(request, reply, dto);
  }
}

function readVersionId(target: string): string {
  const versionId = new URL(target, 'http://gateway').searchParams.getAll('versionId').at(-1);
  if (versionId !== undefined && versionId !== '') return versionId;
  throw new LetheError('invalid_request', {
    message: 'versionId: is required',
    details: { versionId: 'is required' },
  });
}

function notFound(): LetheError {
  return new LetheError('not_found', {
    message: 'There is no such version, or it is not the present one any more.',
  });
}

async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  dto: { readonly versionId: string },
): Promise<void> {
  // A version is made of its content, so it is the tag of the content.
  if (answeredUnchanged(request, reply, dto.versionId)) return;
  void reply.type('application/json; charset=utf-8');
  await sendCompressed(request, reply, JSON.stringify(dto));
}
