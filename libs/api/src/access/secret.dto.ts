import { FIXED_LIMITS, NAME_PATTERN, SECRET_STATES, type SecretState } from '@lethe/contracts';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsGivenOrAbsent, IsSecretName, IsText } from '../catalog/catalog-rules.js';

const TIME = { format: 'date-time', example: '2026-11-21T08:00:00.000Z' };
const ID = '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11';

/** What a token and the secret of a data plane have in common. */
export class SecretDto {
  @ApiProperty({ format: 'uuid', example: ID })
  id!: string;

  @ApiProperty({
    example: 'ci',
    description: 'Unique in the workspace, also among those that are revoked.',
  })
  name!: string;

  @ApiProperty({ enum: SECRET_STATES, example: 'active' })
  state!: SecretState;

  @ApiProperty(TIME)
  createdAt!: string;

  @ApiPropertyOptional({
    example: 'demo admin',
    description: 'Name of the token that it was made with. Absent: it was made by an operator.',
  })
  createdBy?: string;

  @ApiPropertyOptional({ ...TIME, description: 'Absent when it does not expire.' })
  expiresAt?: string;

  @ApiPropertyOptional({
    ...TIME,
    description: 'Coarse: a token may have been used up to an hour later, a data plane a minute.',
  })
  lastUsedAt?: string;

  @ApiPropertyOptional(TIME)
  revokedAt?: string;

  @ApiPropertyOptional({
    example: 'demo admin',
    description: 'Name of the token that it was revoked with.',
  })
  revokedBy?: string;
}

/** Body of `POST /v2/data-planes`. */
export class SecretInputDto {
  @ApiProperty({
    pattern: NAME_PATTERN.source,
    maxLength: FIXED_LIMITS.labelLength,
    example: 'ci',
    description: 'Unique in the workspace, also among those that are revoked.',
  })
  @IsSecretName()
  name!: string;

  @ApiPropertyOptional({
    ...TIME,
    description:
      'In the future, and no later than the token of the request expires. Absent: it does not expire, which only a token may ask that does not either.',
  })
  @IsGivenOrAbsent()
  @IsText()
  expiresAt?: string;
}
