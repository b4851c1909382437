import { ApiProperty, ApiPropertyOptional, getSchemaPath, ApiExtraModels } from '@nestjs/swagger';

const TIME = { format: 'date-time', example: '2026-11-21T08:00:00.000Z' };

/** What somebody signs in to the console with: one of the two. */
export class SignInDto {
  @ApiPropertyOptional({ example: 'lth_…', description: 'A token of a workspace.' })
  token?: string;

  @ApiPropertyOptional({ example: '…', description: 'A code that signs in once.' })
  code?: string;
}

/** Until when somebody is signed in to the console. */
export class SessionDto {
  @ApiProperty(TIME)
  createdAt!: string;

  @ApiProperty({ ...TIME, description: 'When it ends in any case; no later than its token.' })
  expiresAt!: string;

  @ApiProperty({ ...TIME, description: 'When it ends if nothing more is asked.' })
  idleExpiresAt!: string;

  @ApiProperty({ example: 'ws_demo' })
  workspaceId!: string;

  @ApiProperty({ format: 'uuid', example: '0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11' })
  tokenId!: string;
}

export class SingleSignOnDto {
  @ApiProperty({ example: 'Okta', description: 'What people call the provider.' })
  name!: string;

  @ApiProperty({ example: '/console/sign-in/oidc', description: 'Where a browser begins.' })
  href!: string;
}

/** How to sign in to the console. */
@ApiExtraModels(SingleSignOnDto)
export class SignInWaysDto {
  @ApiProperty({ example: true, description: 'With a token.' })
  token!: boolean;

  @ApiProperty({
    oneOf: [{ $ref: getSchemaPath(SingleSignOnDto) }, { type: 'null' }],
    description: 'With an identity provider; null where none is configured.',
  })
  singleSignOn!: SingleSignOnDto | null;
}

/** A code that signs in to the console once. */
export class SignInCodeDto {
  @ApiProperty({ example: '…', description: 'Works one time.' })
  code!: string;

  @ApiProperty({
    example: 'https://lethe.example.com/console/sign-in#code=…',
    description:
      'Signs in whoever opens it first. The code is in the fragment, which no server gets.',
  })
  href!: string;

  @ApiProperty({ ...TIME, description: 'A minute from now.' })
  expiresAt!: string;
}

/** Body of `POST /console/sign-in-codes/lookup`. */
export class LookUpSignInCodeDto {
  @ApiProperty({ example: '…', description: 'Of a link that signs in once.' })
  code!: string;
}

export class SignInCodeWorkspaceDto {
  @ApiProperty({ example: 'ws_demo' })
  id!: string;

  @ApiProperty({ example: 'Demo' })
  name!: string;
}

export class SignInCodeTokenDto {
  @ApiProperty({ example: 'demo admin' })
  name!: string;
}

/** Whom a code signs in. */
export class SignInCodeOwnerDto {
  @ApiProperty({ type: () => SignInCodeWorkspaceDto, description: 'The workspace that it opens.' })
  workspace!: SignInCodeWorkspaceDto;

  @ApiProperty({ type: () => SignInCodeTokenDto, description: 'The token that it was made with.' })
  token!: SignInCodeTokenDto;
}
