import { SECRET_STATES, type SecretState } from '@lethe/contracts';
import { EXAMPLE_UUID, Member, oneOf, pageNumber, text, TIME, uuid } from '../definition/index.js';
import { future, secretName, secretState } from './secret.kinds.js';

const NAME = {
  example: 'ci',
  description: 'Unique in the workspace, including revoked ones.',
};

/** Common members of a token and a data plane. */
export class SecretDto {
  @Member({ is: uuid, example: EXAMPLE_UUID })
  id!: string;

  @Member({ ...NAME, is: text })
  name!: string;

  @Member({ is: oneOf(SECRET_STATES), example: 'active' })
  state!: SecretState;

  @Member(TIME)
  createdAt!: string;

  @Member({
    is: text,
    optional: true,
    example: 'demo admin',
    description: 'Name of the token that created it. Absent when an operator created it.',
  })
  createdBy?: string;

  @Member({ ...TIME, optional: true, description: 'Absent when it does not expire.' })
  expiresAt?: string;

  @Member({
    ...TIME,
    optional: true,
    description:
      'Approximate time of the last use. The real time may be up to one hour later for a token, and up to one minute later for a data plane.',
  })
  lastUsedAt?: string;

  @Member({ ...TIME, optional: true })
  revokedAt?: string;

  @Member({
    is: text,
    optional: true,
    example: 'demo admin',
    description: 'Name of the token that revoked it.',
  })
  revokedBy?: string;
}

/** Common members of the body that creates a token or a data plane. */
export class SecretInputDto {
  @Member({ ...NAME, is: secretName })
  name!: string;

  @Member({
    ...TIME,
    is: future,
    optional: true,
    description:
      'Time in the future, no later than the expiry of the token of the request. Absent: no expiry. Only a token that does not expire may leave it out.',
  })
  expiresAt?: string;
}

/** Query of a list of tokens or data planes. */
export class ListSecretsDto {
  @Member({
    is: pageNumber,
    optional: true,
    default: 1,
    description: 'Number of the page. A page has 100 items.',
  })
  page!: number;

  @Member({ is: secretState, optional: true, description: 'Returns only items in this state.' })
  state?: SecretState;
}
