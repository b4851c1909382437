import { SCOPES, type Scope } from '@lethe/contracts';
import {
  listOf,
  LookupPagingDto,
  Member,
  object,
  objects,
  oneOf,
  text,
} from '../definition/index.js';
import { SecretDto, SecretInputDto } from './secret.dto.js';
import { emailAddress, scopes } from './secret.kinds.js';

const READING = ['regulations:read', 'catalog:read'] as const;

export class TokenDto extends SecretDto {
  @Member({ is: text, example: 'ci@example.com', description: 'E-mail address of the owner.' })
  email!: string;

  @Member({ is: listOf(oneOf(SCOPES)), example: READING })
  scopes!: Scope[];
}

/** Body of `POST /v2/tokens`. */
export class TokenInputDto extends SecretInputDto {
  @Member({
    is: emailAddress,
    optional: true,
    example: 'ci@example.com',
    description:
      'E-mail address of the owner, and user name of Basic credentials. Absent: the address of the token of the request.',
  })
  email?: string;

  @Member({
    is: scopes,
    example: READING,
    description:
      'Permissions of the new token. Only scopes of the token of the request are allowed.',
  })
  scopes!: Scope[];
}

export class TokenPageDto {
  @Member({ is: objects(() => TokenDto) })
  tokens!: TokenDto[];

  @Member({ is: object(() => LookupPagingDto) })
  paging!: LookupPagingDto;
}

export class NewTokenDto {
  @Member({ is: object(() => TokenDto) })
  token!: TokenDto;

  @Member({
    is: text,
    example: 'lth_…',
    description:
      'The token, as requests send it. Shown only in this answer. Lethe stores only a hash.',
  })
  secret!: string;
}
