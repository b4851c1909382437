import { flag, Member, object, orNull, text, TIME } from '../definition/index.js';

export class SingleSignOnDto {
  @Member({ is: text, example: 'Okta', description: 'What people call the provider.' })
  name!: string;

  @Member({ is: text, example: '/console/sign-in/oidc', description: 'Where a browser begins.' })
  href!: string;
}

/** How to sign in to the console. */
export class SignInWaysDto {
  @Member({ is: flag, example: true, description: 'With a token.' })
  token!: boolean;

  @Member({
    is: orNull(SingleSignOnDto),
    description: 'With an identity provider; null where none is configured.',
  })
  singleSignOn!: SingleSignOnDto | null;
}

/** A code that signs in to the console once. */
export class SignInCodeDto {
  @Member({ is: text, example: '…', description: 'Works one time.' })
  code!: string;

  @Member({
    is: text,
    example: 'https://lethe.example.com/console/sign-in#code=…',
    description:
      'Signs in whoever opens it first. The code is in the fragment, which no server gets.',
  })
  href!: string;

  @Member({ ...TIME, description: 'A minute from now.' })
  expiresAt!: string;
}

export class SignInCodeWorkspaceDto {
  @Member({ is: text, example: 'ws_demo' })
  id!: string;

  @Member({ is: text, example: 'Demo' })
  name!: string;
}

export class SignInCodeTokenDto {
  @Member({ is: text, example: 'demo admin' })
  name!: string;
}

/** Whom a code signs in. */
export class SignInCodeOwnerDto {
  @Member({ is: object(() => SignInCodeWorkspaceDto), description: 'The workspace that it opens.' })
  workspace!: SignInCodeWorkspaceDto;

  @Member({ is: object(() => SignInCodeTokenDto), description: 'The token that it was made with.' })
  token!: SignInCodeTokenDto;
}
