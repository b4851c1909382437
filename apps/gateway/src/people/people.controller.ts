import type { FoundPeopleDto, PeopleDto, UnsuppressedDto } from '@lethe/api-contracts';
import type { TokenIdentity } from '@lethe/catalog';
import {
  LetheError,
  type CommandContext,
  type PeopleCommands,
  type Person,
} from '@lethe/contracts';
import { Controller, HttpCode, Inject, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Identity } from '../auth/identity.decorator.js';
import { RequestContext } from '../auth/request-context.decorator.js';
import { RequireScopes } from '../auth/require-scopes.decorator.js';
import { AnswersPage } from '../http/answer/page.interceptor.js';
import { JsonBody } from '../http/request/json-body.decorator.js';
import { PEOPLE_COMMANDS } from '../injection-tokens.js';
import { cancelableTypes } from '../regulations/scopes-of-types.js';
import { checkLookUp, checkSearch, checkUnsuppress } from './check-person.js';
import { maskIdentifier, maskPerson } from './mask-identifiers.js';
import { DocumentsLookUp, DocumentsSearch, DocumentsUnsuppress } from './people.docs.js';

/** Single users. Who is meant stands in the body: paths and queries are logged by whatever is in between. */
@Controller('v2/users')
export class PeopleController {
  constructor(@Inject(PEOPLE_COMMANDS) private readonly people: PeopleCommands) {}

  @Post('lookup')
  @HttpCode(200)
  @AnswersPage()
  @DocumentsLookUp()
  @RequireScopes('regulations:read')
  async lookUpUser(
    @Req() request: FastifyRequest,
    @RequestContext() context: CommandContext,
    @JsonBody() body: unknown,
  ): Promise<PeopleDto> {
    const { full, ...asked } = checkLookUp(body);
    const { people, more } = await this.people.lookUpPerson({ context, ...asked });
    request.identifiersShown = full ? idsIn(people) : undefined;
    return { people: full ? people : people.map(maskPerson), more };
  }

  @Post('search')
  @HttpCode(200)
  @AnswersPage()
  @DocumentsSearch()
  @RequireScopes('regulations:read')
  async searchUsers(
    @Req() request: FastifyRequest,
    @RequestContext() context: CommandContext,
    @JsonBody() body: unknown,
  ): Promise<FoundPeopleDto> {
    const { full, ...asked } = checkSearch(body);
    const { people, more } = await this.people.searchPeople({ context, ...asked });
    request.identifiersShown = full ? people.length : undefined;
    const masked = () =>
      people.map(({ userId, suppressed }) => ({ userId: maskIdentifier(userId), suppressed }));
    return { people: full ? people : masked(), more };
  }

  @Post('unsuppress')
  @HttpCode(200)
  @DocumentsUnsuppress()
  async unsuppressUser(
    @Req() request: FastifyRequest,
    @Identity() identity: TokenIdentity,
    @RequestContext() context: CommandContext,
    @JsonBody() body: unknown,
  ): Promise<UnsuppressedDto> {
    const allowedTypes = cancelableTypes(identity);
    const command = { context, ...checkUnsuppress(body), allowedTypes };
    try {
      return await this.people.unsuppress(command);
    } catch (error) {
      // Those of a conflict name ids that the caller has not named.
      if (error instanceof LetheError && error.code === 'conflict') {
        request.identifiersShown = Object.keys(error.details ?? {}).length;
      }
      throw error;
    }
  }
}

/** How many users an answer names. */
function idsIn(people: readonly Person[]): number {
  return people.reduce((sum, { otherIds }) => sum + 1 + (otherIds?.userIds.length ?? 0), 0);
}
