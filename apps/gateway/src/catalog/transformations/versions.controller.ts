import type {
  TransformationAnswerDto,
  CodeVersionAnswerDto,
  CodeVersionDto,
  CodeVersionListDto,
} from '@lethe/api';
import type {
  CatalogEditor,
  Precondition,
  TokenIdentity,
  TransformationVersion,
} from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import { Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { Identity } from '../../auth/identity.decorator.js';
import { CATALOG_EDITOR } from '../../injection-tokens.js';
import { IfMatch } from '../../http/request/if-match.js';
import { answerOf, type VersionedAnswer } from '../version.interceptor.js';
import { toTransformationAnswer } from './transformation.resource.js';
import { ListVersions, RestoreVersion, ShowVersion } from './versions.docs.js';

/** What the code of a transformation was. */
@Controller('transformations/:id/versions')
export class VersionsController {
  constructor(
    @Inject(CATALOG_EDITOR)
    private readonly catalog: Pick<CatalogEditor, 'transformations' | 'versions'>,
  ) {}

  @Get()
  @ListVersions()
  async listTransformationVersions(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
  ): Promise<CodeVersionListDto> {
    const versions = await this.catalog.versions.list(workspaceId, id);
    return { versions: versions.map(toVersionDto) };
  }

  @Get(':number')
  @ShowVersion()
  async getTransformationVersion(
    @Identity() { workspaceId }: TokenIdentity,
    @Param('id') id: string,
    @Param('number') number: string,
  ): Promise<CodeVersionAnswerDto> {
    const version = await this.catalog.versions.get(workspaceId, id, numberOf(number));
    return { version: { ...toVersionDto(version), code: version.code } };
  }

  @Post(':number/restore')
  @RestoreVersion()
  async restoreTransformationVersion(
    @Identity() { workspaceId, name: author }: TokenIdentity,
    @Param('id') id: string,
    @Param('number') number: string,
    @IfMatch() precondition: Precondition | undefined,
  ): Promise<VersionedAnswer<TransformationAnswerDto>> {
    const { transformations, versions } = this.catalog;
    const { code } = await versions.get(workspaceId, id, numberOf(number));
    const restored = await transformations.replace(
      workspaceId,
      id,
      precondition,
      ({ name }) => ({ name, code }),
      author,
    );
    return answerOf(restored, toTransformationAnswer);
  }
}

function numberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new LetheError('not_found');
  return Number(text);
}

function toVersionDto(version: TransformationVersion) {
  const { number, isCurrent, createdAt, createdBy } = version;
  return {
    number,
    current: isCurrent,
    createdAt: createdAt.toISOString(),
    ...(createdBy === undefined ? {} : { createdBy }),
  } satisfies CodeVersionDto;
}
