import {
  EXAMPLE_UUID,
  Member,
  text,
  TIME,
  Together,
  uuid,
  type Kind,
} from '../definition/index.js';

/** A secret of the caller: never shown where it is wrong. */
const secret: Kind = {
  ...text,
  check: (value, report) => {
    if (typeof value !== 'string') report('must be a string');
  },
};

/** What somebody signs in to the console with: one of the two. */
@Together<SignInDto>(({ token, code }, problems) => {
  if ((token === undefined) === (code === undefined)) {
    problems.add('body', 'must have token or code, one of them');
  }
})
export class SignInDto {
  @Member({ is: secret, optional: true, example: 'lth_…', description: 'A token of a workspace.' })
  token?: string;

  @Member({ is: secret, optional: true, example: '…', description: 'A code that signs in once.' })
  code?: string;
}

/** Until when somebody is signed in to the console. */
export class SessionDto {
  @Member(TIME)
  createdAt!: string;

  @Member({ ...TIME, description: 'When it ends in any case; no later than its token.' })
  expiresAt!: string;

  @Member({ ...TIME, description: 'When it ends if nothing more is asked.' })
  idleExpiresAt!: string;

  @Member({ is: text, example: 'ws_demo' })
  workspaceId!: string;

  @Member({ is: uuid, example: EXAMPLE_UUID })
  tokenId!: string;
}

/** Body of `POST /console/sign-in-codes/lookup`. */
export class LookUpSignInCodeDto {
  @Member({ is: secret, example: '…', description: 'Of a link that signs in once.' })
  code!: string;
}

export class ConsoleHeadersDto {
  @Member({
    is: { schema: { type: 'string', enum: ['1'] } },
    named: 'X-Lethe-Console',
    description: 'Says that the console asks; no form and no other site can send it.',
  })
  console!: string;
}
