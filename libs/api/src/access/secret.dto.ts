import { SECRET_STATES, type SecretState } from '@lethe/contracts';
import { EXAMPLE_UUID, Member, oneOf, pageNumber, text, TIME, uuid } from '../definition/index.js';
import { future, secretName, secretState } from './secret.kinds.js';

const NAME = {
  example: 'ci',
  description: 'Unique in the workspace, also among those that are revoked.',
};

/** What a token and the secret of a data plane have in common. */
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
    description: 'Name of the token that it was made with. Absent: it was made by an operator.',
  })
  createdBy?: string;

  @Member({ ...TIME, optional: true, description: 'Absent when it does not expire.' })
  expiresAt?: string;

  @Member({
    ...TIME,
    optional: true,
    description: 'Coarse: a token may have been used up to an hour later, a data plane a minute.',
  })
  lastUsedAt?: string;

  @Member({ ...TIME, optional: true })
  revokedAt?: string;

  @Member({
    is: text,
    optional: true,
    example: 'demo admin',
    description: 'Name of the token that it was revoked with.',
  })
  revokedBy?: string;
}

/** Body of a request that makes one. */
export class SecretInputDto {
  @Member({ ...NAME, is: secretName })
  name!: string;

  @Member({
    ...TIME,
    is: future,
    optional: true,
    description:
      'In the future, and no later than the token of the request expires. Absent: it does not expire, which only a token may ask that does not either.',
  })
  expiresAt?: string;
}

/** Query of the lists. */
export class ListSecretsDto {
  @Member({ is: pageNumber, optional: true, default: 1, description: '100 items a page.' })
  page!: number;

  @Member({ is: secretState, optional: true, description: 'Those of one state.' })
  state?: SecretState;
}
