import type { Precondition, TokenIdentity } from '@lethe/catalog';
import type { Change } from './input.decorator.js';
import { answerOf, type Item, type VersionedAnswer } from './version.interceptor.js';

/** How items of one kind are changed and shown. */
export interface ItemChange<Stored, Values, Input, Answer> {
  readonly table: {
    replace(
      workspaceId: string,
      id: string,
      precondition: Precondition | undefined,
      change: (current: Stored) => Values,
      author: string,
    ): Promise<Stored>;
  };
  /** The item as answers show it to whoever may change it. */
  readonly toDto: (current: Stored) => object;
  /** Throws LetheError for what does not go with the present item. */
  readonly toValues: (input: Input, current: Stored) => Values;
  readonly toAnswer: (item: Stored) => Answer;
}

/** Changes one item as a `PUT` or a `PATCH` says, and answers with it. Throws what `CatalogTable.replace` does. */
export async function changeItem<Stored extends Item, Values, Input, Answer>(
  { table, toDto, toValues, toAnswer }: ItemChange<Stored, Values, Input, Answer>,
  { workspaceId, name }: Pick<TokenIdentity, 'workspaceId' | 'name'>,
  id: string,
  { toInput, precondition }: Change<Input>,
): Promise<VersionedAnswer<Answer>> {
  const change = (current: Stored) => toValues(toInput(toDto(current)), current);
  const changed = await table.replace(workspaceId, id, precondition, change, name);
  return answerOf(changed, toAnswer);
}
