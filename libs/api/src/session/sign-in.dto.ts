import { flag, Member, object, orNull, text, TIME } from '../definition/index.js';

export class SingleSignOnDto {
  @Member({ is: text, example: 'Okta', description: 'Name of the identity provider.' })
  name!: string;

  @Member({
    is: text,
    example: '/console/sign-in/oidc',
    description: 'Path at which a browser starts the sign-in.',
  })
  href!: string;
}

export class SignInWaysDto {
  @Member({ is: flag, example: true, description: 'Whether sign-in with a token is possible.' })
  token!: boolean;

  @Member({
    is: orNull(SingleSignOnDto),
    description: 'Sign-in with an identity provider. null when none is configured.',
  })
  singleSignOn!: SingleSignOnDto | null;
}

export class SignInCodeDto {
  @Member({ is: text, example: '…', description: 'The sign-in code. It works once.' })
  code!: string;

  @Member({
    is: text,
    example: 'https://lethe.example.com/console/sign-in#code=…',
    description:
      'Link that signs in the first person who opens it. The code is in the fragment, which browsers do not send to a server.',
  })
  href!: string;

  @Member({ ...TIME, description: 'Expiry of the code, one minute after its creation.' })
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

/** Workspace and token for which a sign-in code works. */
export class SignInCodeOwnerDto {
  @Member({ is: object(() => SignInCodeWorkspaceDto), description: 'Workspace of the token.' })
  workspace!: SignInCodeWorkspaceDto;

  @Member({ is: object(() => SignInCodeTokenDto), description: 'Token that created the code.' })
  token!: SignInCodeTokenDto;
}
