import type { MeDto } from '@lethe/api';
import type { CatalogReader, TokenIdentity } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import { Controller, Get, Inject } from '@nestjs/common';
import { Identity } from '../auth/identity.decorator.js';
import { CATALOG } from '../injection-tokens.js';
import { DocumentsMe } from './access.docs.js';

/** What the endpoint reads. */
export type OwnTokenCatalog = Pick<CatalogReader, 'findOwnToken'>;

/** Lets a caller see which token it has. */
@Controller('v2/me')
export class MeController {
  constructor(@Inject(CATALOG) private readonly catalog: OwnTokenCatalog) {}

  @Get()
  @DocumentsMe()
  async getMe(@Identity() identity: TokenIdentity): Promise<MeDto> {
    const { workspaceId, tokenId, name, email, scopes } = identity;
    const own = await this.catalog.findOwnToken(workspaceId, tokenId);
    if (own === undefined) throw new LetheError('unauthorized'); // gone since the token was checked
    const { workspaceName, createdAt, expiresAt } = own;
    return {
      workspace: { id: workspaceId, name: workspaceName },
      token: {
        ...{ id: tokenId, name, email, createdAt: createdAt.toISOString() },
        ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
      },
      scopes: [...scopes],
    };
  }
}
