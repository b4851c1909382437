import { sources, type SourceDto, type SourceInputDto } from '@lethe/api/catalog';
import type { CatalogSource, SourceValues, TokenIdentity } from '@lethe/catalog';
import { invalidMember } from '@lethe/contracts';
import { controllerOf } from '../operations/controller-of.js';
import { pickMembers } from '../operations/pick-members.js';
import { resourceHandlers, type EditorParts } from './resource-handlers.js';

const MADE_HERE =
  'is made by Lethe and cannot be chosen: leave it out, or send the one that the source has';

export const SourcesController = controllerOf(sources, ({ editor, limits }: EditorParts) =>
  resourceHandlers(
    sources,
    { table: () => editor.sources, show: toSourceDto, toValues: toSourceValues },
    limits,
  ),
);

/** Whoever has the write key can send events, so only `catalog:write` sees it. */
function toSourceDto(source: CatalogSource, { scopes }: TokenIdentity): SourceDto {
  return {
    ...pickMembers(source, 'id', 'name', 'type'),
    ...(scopes.includes('catalog:write') ? { writeKey: source.writeKey } : {}),
    ...pickMembers(source, 'enabled', 'config', 'createdAt', 'updatedAt'),
  };
}

/** Any other write key is refused, whether or not another source has it: the answer must not tell. */
function toSourceValues(input: SourceInputDto, current?: CatalogSource): SourceValues {
  const { name, type, enabled = true, config = {}, writeKey } = input;
  if (writeKey !== undefined && writeKey !== current?.writeKey) {
    throw invalidMember('writeKey', MADE_HERE);
  }
  return { name, type, enabled, config, ...(writeKey === undefined ? {} : { writeKey }) };
}
