import { EMAIL_LENGTH, EMAIL_PATTERN, SCOPES, type Scope } from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayNotEmpty, IsArray, IsIn } from 'class-validator';
import { IsEmailAddress, IsGivenOrAbsent } from '../catalog/catalog-rules.js';
import { LookupPagingDto } from '../catalog/lookup.dto.js';
import { SecretDto, SecretInputDto } from './secret.dto.js';

const READING = ['regulations:read', 'catalog:read'] as const;

/** A token of the workspace. */
export class TokenDto extends SecretDto {
  @ApiProperty({ example: 'ci@example.com', description: 'Whose it is.' })
  email!: string;

  @ApiProperty({ enum: SCOPES, isArray: true, example: READING })
  scopes!: Scope[];
}

/** Body of `POST /v2/tokens`. */
export class TokenInputDto extends SecretInputDto {
  @ApiPropertyOptional({
    pattern: EMAIL_PATTERN.source,
    maxLength: EMAIL_LENGTH,
    example: 'ci@example.com',
    description:
      'Whose it is; the user name of Basic credentials. Absent: that of the token of the request.',
  })
  @IsGivenOrAbsent()
  @IsEmailAddress()
  email?: string;

  @ApiProperty({
    enum: SCOPES,
    isArray: true,
    minItems: 1,
    example: READING,
    description: 'What it may do: nothing that the token of the request may not.',
  })
  @IsArray({ message: 'must be a list of scopes' })
  @ArrayNotEmpty({ message: 'must name at least one scope' })
  @IsIn(SCOPES, { each: true, message: `must hold scopes only, which are ${SCOPES.join(', ')}` })
  scopes!: Scope[];
}

export class TokenPageDto {
  @ApiProperty({ type: () => [TokenDto] })
  tokens!: TokenDto[];

  @ApiProperty({ type: () => LookupPagingDto })
  paging!: LookupPagingDto;
}

export class NewTokenDto {
  @ApiProperty({ type: () => TokenDto })
  token!: TokenDto;

  @ApiProperty({
    example: 'lth_…',
    description: 'What requests carry. Shown only now, and stored nowhere.',
  })
  secret!: string;
}
