import {
  EXAMPLE_UUID,
  Member,
  text,
  TIME,
  Together,
  uuid,
  type Kind,
} from '../definition/index.js';

/** A secret that the caller sends. Messages never show the value. */
const secret: Kind = {
  ...text,
  check: (value, report) => {
    if (typeof value !== 'string') report('must be a string');
  },
};

/** Credentials of a sign-in: either a token or a code. */
@Together<SignInDto>(({ token, code }, problems) => {
  if ((token === undefined) === (code === undefined)) {
    problems.add('body', 'must have exactly one of token, code');
  }
})
export class SignInDto {
  @Member({ is: secret, optional: true, example: 'lth_…', description: 'A token of a workspace.' })
  token?: string;

  @Member({ is: secret, optional: true, example: '…', description: 'A sign-in code.' })
  code?: string;
}

export class SessionDto {
  @Member(TIME)
  createdAt!: string;

  @Member({
    ...TIME,
    description: 'Latest end of the session, no later than the expiry of its token.',
  })
  expiresAt!: string;

  @Member({ ...TIME, description: 'End of the session if no further request uses it.' })
  idleExpiresAt!: string;

  @Member({ is: text, example: 'ws_demo' })
  workspaceId!: string;

  @Member({ is: uuid, example: EXAMPLE_UUID })
  tokenId!: string;
}

/** Body of `POST /console/sign-in-codes/lookup`. */
export class LookUpSignInCodeDto {
  @Member({ is: secret, example: '…', description: 'The sign-in code of a link.' })
  code!: string;
}

export class ConsoleHeadersDto {
  @Member({
    is: { schema: { type: 'string', enum: ['1'] } },
    named: 'X-Lethe-Console',
    description: 'Marks a request of the console. A form or another site cannot send this header.',
  })
  console!: string;
}
