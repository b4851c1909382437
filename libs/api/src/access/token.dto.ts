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

/** A token of the workspace. */
export class TokenDto extends SecretDto {
  @Member({ is: text, example: 'ci@example.com', description: 'Whose it is.' })
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
      'Whose it is; the user name of Basic credentials. Absent: that of the token of the request.',
  })
  email?: string;

  @Member({
    is: scopes,
    example: READING,
    description: 'What it may do: nothing that the token of the request may not.',
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
    description: 'What requests carry. Shown only now, and stored nowhere.',
  })
  secret!: string;
}
