import type { Scope } from '@lethe/contracts';
import { route, UuidPathDto, type Dto } from '../definition/index.js';
import { ListSecretsDto } from './secret.dto.js';

/** Returns the routes that list, create and revoke tokens or data planes. */
export function secretRoutes<Input extends object, Made extends object, Page extends object>({
  noun,
  at,
  reading,
  writing,
  making,
  revoking,
  input,
  made,
  page,
}: {
  /** Noun for the API reference, in the singular. */
  readonly noun: string;
  readonly at: `/v2/${string}`;
  readonly reading: Scope;
  readonly writing: Scope;
  /** Text for the API reference about the creation. */
  readonly making: string;
  /** Text for the API reference about the revocation. */
  readonly revoking: string;
  readonly input: { readonly type: Dto<Input>; readonly example: Partial<Input> };
  readonly made: { readonly type: Dto<Made>; readonly example: Made };
  readonly page: { readonly type: Dto<Page>; readonly example: Page };
}) {
  return {
    list: route({
      http: `GET ${at}`,
      summary: `List ${noun}s`,
      description: `Newest first, without the secrets. Requires the scope \`${reading}\`.`,
      scopes: [reading],
      query: ListSecretsDto,
      answer: { status: 200, description: 'A page.', ...page },
    }),

    create: route({
      http: `POST ${at}`,
      summary: `Create a ${noun}`,
      description: `Requires the scope \`${writing}\`. ${making}`,
      scopes: [writing],
      body: input.type,
      examples: { whole: { value: input.example } },
      answer: {
        status: 201,
        description: 'Created. The secret is shown only in this answer.',
        ...made,
      },
      errors: ['conflict', 'outcome_unknown'],
    }),

    revoke: route({
      http: `DELETE ${at}/{id}`,
      summary: `Revoke a ${noun}`,
      description: `Revokes the ${noun} permanently. Its secret stops working everywhere within 5 seconds. Repeating the request changes nothing. ${revoking} Requires the scope \`${writing}\`.`,
      scopes: [writing],
      path: UuidPathDto,
      answer: { status: 204, description: 'Revoked.' },
    }),
  };
}
