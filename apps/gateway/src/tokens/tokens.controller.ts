import type { TokenDto } from '@lethe/api-contracts';
import type { CatalogReader, TokenIdentity } from '@lethe/catalog';
import { LetheError } from '@lethe/contracts';
import { Controller, Get, Inject } from '@nestjs/common';
import { Identity } from '../auth/identity.decorator.js';
import { CATALOG } from '../injection-tokens.js';
import { DocumentsOwnToken } from './tokens.docs.js';

/** What the endpoints for tokens read. */
export type TokenCatalog = Pick<CatalogReader, 'findTokenTimes'>;

/** Lets a caller see which token it has. */
@Controller('v2/token')
export class TokensController {
  constructor(@Inject(CATALOG) private readonly catalog: TokenCatalog) {}

  @Get()
  @DocumentsOwnToken()
  async getOwnToken(@Identity() identity: TokenIdentity): Promise<TokenDto> {
    const times = await this.catalog.findTokenTimes(identity.workspaceId, identity.tokenId);
    if (times === undefined) throw new LetheError('not_found'); // since the token was checked
    const { workspaceId, name, email, scopes } = identity;
    const { createdAt, expiresAt } = times;
    return {
      ...{ workspaceId, name, email, scopes: [...scopes] },
      createdAt: createdAt.toISOString(),
      ...(expiresAt === undefined ? {} : { expiresAt: expiresAt.toISOString() }),
    };
  }
}
