import { sources, type SourceDto, type SourceInputDto } from '@lethe/api/catalog';
import type { CatalogEditor, CatalogSource, SourceValues, TokenIdentity } from '@lethe/catalog';
import { requestLimits, type GatewaySettings } from '../config/gateway.config.js';
import { CATALOG_EDITOR, GATEWAY_SETTINGS } from '../injection-tokens.js';
import { controllerOf } from '../operations/controller-of.js';
import { invalidMember, resourceHandlers } from './resource-handlers.js';

const MADE_HERE =
  'is made by Lethe and cannot be chosen: leave it out, or send the one that the source has';

export const SourcesController = controllerOf(
  sources,
  (catalog: CatalogEditor, settings: GatewaySettings) =>
    resourceHandlers(
      sources,
      { table: () => catalog.sources, show: toSourceDto, toValues: toSourceValues },
      requestLimits(settings),
    ),
  [CATALOG_EDITOR, GATEWAY_SETTINGS],
);

/** Whoever has the write key can send events, so only `catalog:write` sees it. */
function toSourceDto(source: CatalogSource, { scopes }: TokenIdentity): SourceDto {
  return {
    id: source.id,
    name: source.name,
    type: source.type,
    ...(scopes.includes('catalog:write') ? { writeKey: source.writeKey } : {}),
    enabled: source.enabled,
    config: { ...source.config },
    createdAt: source.createdAt.toISOString(),
    updatedAt: source.updatedAt.toISOString(),
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
