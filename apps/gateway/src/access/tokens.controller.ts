import { TokenInputDto, type NewTokenDto, type TokenDto, type TokenPageDto } from '@lethe/api';
import type { CatalogEditor, CatalogToken, TokenIdentity } from '@lethe/catalog';
import { Controller, Delete, Get, Inject, Post } from '@nestjs/common';
import { Identity } from '../auth/identity.decorator.js';
import { JsonBody } from '../http/request/json-body.decorator.js';
import { CATALOG_EDITOR } from '../injection-tokens.js';
import { CreateSecret, ListSecrets, RevokeSecret } from './access.docs.js';
import { checkSecretInput } from './check-secret-input.js';
import { SecretId } from './secret-id.decorator.js';
import { SecretsQuery, type SecretsPage } from './secrets-query.decorator.js';
import { TOKENS } from './secret.resources.js';
import { toSecretDto } from './to-secret-dto.js';

/** Tokens of a workspace. What may be made with which token is decided by `SecretTable.make`. */
@Controller('v2/tokens')
export class TokensController {
  constructor(@Inject(CATALOG_EDITOR) private readonly catalog: Pick<CatalogEditor, 'tokens'>) {}

  @Get()
  @ListSecrets(TOKENS)
  async listTokens(
    @Identity() { workspaceId }: TokenIdentity,
    @SecretsQuery() { page, state, paging }: SecretsPage,
  ): Promise<TokenPageDto> {
    const listed = await this.catalog.tokens.page(workspaceId, page, state);
    return { tokens: listed.items.map(toTokenDto), paging: paging(listed.total) };
  }

  @Post()
  @CreateSecret(TOKENS)
  async createToken(
    @Identity() identity: TokenIdentity,
    @JsonBody() body: unknown,
  ): Promise<NewTokenDto> {
    const input = checkSecretInput(body, TokenInputDto, TOKENS.members);
    const { name, scopes, email = identity.email, expiresAt } = input;
    const { item, secret } = await this.catalog.tokens.make(identity, {
      ...{ name, email, scopes: [...new Set(scopes)] },
      ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }),
    });
    return { token: toTokenDto(item), secret };
  }

  @Delete(':id')
  @RevokeSecret(TOKENS)
  revokeToken(
    @Identity() { workspaceId, name }: TokenIdentity,
    @SecretId() id: string,
  ): Promise<void> {
    return this.catalog.tokens.revoke(workspaceId, id, name);
  }
}

function toTokenDto(token: CatalogToken): TokenDto {
  return { ...toSecretDto(token), email: token.email, scopes: [...token.scopes] };
}
