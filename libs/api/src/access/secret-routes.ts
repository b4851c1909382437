import type { Scope } from '@lethe/contracts';
import { route, UuidPathDto, type Dto } from '../definition/index.js';
import { ListSecretsDto } from './secret.dto.js';

/** States the routes of tokens, or of data planes. */
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
  /** In the singular. */
  readonly noun: string;
  readonly at: `/v2/${string}`;
  readonly reading: Scope;
  readonly writing: Scope;
  /** Of the request that makes one, for the reference. */
  readonly making: string;
  /** Of the request that revokes one, for the reference. */
  readonly revoking: string;
  readonly input: { readonly type: Dto<Input>; readonly example: Partial<Input> };
  readonly made: { readonly type: Dto<Made>; readonly example: Made };
  readonly page: { readonly type: Dto<Page>; readonly example: Page };
}) {
  return {
    list: route({
      http: `GET ${at}`,
      summary: `List: ${noun}`,
      description: `Takes \`${reading}\`. The newest first, without their secrets.`,
      scopes: [reading],
      query: ListSecretsDto,
      answer: { status: 200, description: 'A page.', ...page },
    }),

    create: route({
      http: `POST ${at}`,
      summary: `Create a ${noun}`,
      description: `Takes \`${writing}\`. ${making}`,
      scopes: [writing],
      body: input.type,
      examples: { whole: { value: input.example } },
      answer: { status: 201, description: 'Created. Its secret is shown only now.', ...made },
      errors: ['conflict', 'outcome_unknown'],
    }),

    revoke: route({
      http: `DELETE ${at}/{id}`,
      summary: `Revoke a ${noun}`,
      description: `Takes \`${writing}\`. For good; again it changes nothing. It stops working within 5 seconds everywhere. ${revoking}`,
      scopes: [writing],
      path: UuidPathDto,
      answer: { status: 204, description: 'Revoked.' },
    }),
  };
}
