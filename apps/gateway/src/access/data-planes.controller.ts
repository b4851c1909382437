import { DataPlaneInputDto, type DataPlanePageDto, type NewDataPlaneDto } from '@lethe/api';
import type { CatalogEditor, TokenIdentity } from '@lethe/catalog';
import { Controller, Delete, Get, Inject, Post } from '@nestjs/common';
import { Identity } from '../auth/identity.decorator.js';
import { JsonBody } from '../http/request/json-body.decorator.js';
import { CATALOG_EDITOR } from '../injection-tokens.js';
import { CreateSecret, ListSecrets, RevokeSecret } from './access.docs.js';
import { checkSecretInput } from './check-secret-input.js';
import { SecretId } from './secret-id.decorator.js';
import { DATA_PLANES } from './secret.resources.js';
import { SecretsQuery, type SecretsPage } from './secrets-query.decorator.js';
import { toSecretDto } from './to-secret-dto.js';

/** Data planes of a workspace. What data planes themselves ask for is in `data-plane`. */
@Controller('v2/data-planes')
export class DataPlanesController {
  constructor(
    @Inject(CATALOG_EDITOR) private readonly catalog: Pick<CatalogEditor, 'dataPlanes'>,
  ) {}

  @Get()
  @ListSecrets(DATA_PLANES)
  async listDataPlanes(
    @Identity() { workspaceId }: TokenIdentity,
    @SecretsQuery() { page, state, paging }: SecretsPage,
  ): Promise<DataPlanePageDto> {
    const listed = await this.catalog.dataPlanes.page(workspaceId, page, state);
    return { dataPlanes: listed.items.map(toSecretDto), paging: paging(listed.total) };
  }

  @Post()
  @CreateSecret(DATA_PLANES)
  async createDataPlane(
    @Identity() identity: TokenIdentity,
    @JsonBody() body: unknown,
  ): Promise<NewDataPlaneDto> {
    const { name, expiresAt } = checkSecretInput(body, DataPlaneInputDto, DATA_PLANES.members);
    const { item, secret } = await this.catalog.dataPlanes.make(identity, {
      name,
      ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }),
    });
    return { dataPlane: toSecretDto(item), secret };
  }

  @Delete(':id')
  @RevokeSecret(DATA_PLANES)
  revokeDataPlane(
    @Identity() { workspaceId, name }: TokenIdentity,
    @SecretId() id: string,
  ): Promise<void> {
    return this.catalog.dataPlanes.revoke(workspaceId, id, name);
  }
}
