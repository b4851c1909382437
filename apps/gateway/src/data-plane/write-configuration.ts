import type {
  CatalogDestination,
  ConfiguredConnection,
  ConfiguredSource,
  WorkspaceConfiguration,
} from '@lethe/catalog';
import { findDefinition } from '@lethe/destination-definitions';
import type {
  ConfiguredConnectionDto,
  ConfiguredDestinationDto,
  ConfiguredSourceDto,
  WorkspaceConfigurationDto,
} from '@lethe/api/configuration';

/** Maximum connections in one piece of JSON. */
const PIECE = 1_000;

/**
 * Writes the JSON of a `WorkspaceConfigurationDto` in pieces. Each source contains all destinations
 * that are connected to it, so the JSON can be far larger than the stored configuration. With 200
 * sources that are all connected to 200 destinations, the JSON contains 40,000 destinations.
 *
 * @param changedAt time of the last change, which becomes `updatedAt`
 */
export function* writeConfiguration(
  configuration: WorkspaceConfiguration,
  changedAt: Date,
): Generator<string> {
  const { workspaceId, libraryVersions } = configuration;
  const head: Omit<WorkspaceConfigurationDto, 'sources' | 'connections'> = {
    workspaceId,
    updatedAt: changedAt.toISOString(),
    libraries: libraryVersions.map((versionId) => ({ versionId })),
    settings: { dataRetention: {} },
    accounts: {},
  };
  yield `${withoutEnd(head)},"sources":[`;
  yield* writeSources(configuration);
  yield '],"connections":{';
  yield* writeConnections(configuration.connections);
  yield '}}';
}

function* writeSources(configuration: WorkspaceConfiguration): Generator<string> {
  const { workspaceId, sources, destinations, transformationVersions } = configuration;
  const texts = new Map(
    destinations.map((each) => [each.id, JSON.stringify(toDto(each, transformationVersions))]),
  );
  const ofSource = destinationsOfSources(configuration.connections);
  for (const [index, source] of sources.entries()) {
    const embedded = (ofSource.get(source.id) ?? []).flatMap((id) => texts.get(id) ?? []);
    const start = withoutEnd(toSourceDto(source, workspaceId));
    yield `${index === 0 ? '' : ','}${start},"destinations":[${embedded.join(',')}]}`;
  }
}

function* writeConnections(connections: readonly ConfiguredConnection[]): Generator<string> {
  for (let from = 0; from < connections.length; from += PIECE) {
    const members = connections.slice(from, from + PIECE).map(({ id, ...connection }) => {
      const dto: ConfiguredConnectionDto = connection;
      return `${JSON.stringify(id)}:${JSON.stringify(dto)}`;
    });
    yield `${from === 0 ? '' : ','}${members.join(',')}`;
  }
}

/** Returns the ids of destinations with enabled connections, by source id. */
function destinationsOfSources(connections: readonly ConfiguredConnection[]) {
  const ofSource = new Map<string, string[]>();
  for (const { sourceId, destinationId, enabled } of connections) {
    if (!enabled) continue;
    const ids = ofSource.get(sourceId) ?? [];
    ofSource.set(sourceId, ids);
    ids.push(destinationId);
  }
  return ofSource;
}

function toSourceDto(
  source: ConfiguredSource,
  workspaceId: string,
): Omit<ConfiguredSourceDto, 'destinations'> {
  return {
    id: source.id,
    name: source.name,
    writeKey: source.writeKey,
    enabled: source.enabled,
    workspaceId,
    config: source.config,
    sourceDefinition: { id: source.type, name: source.type, category: null, type: null },
  };
}

function toDto(
  destination: CatalogDestination,
  versions: ReadonlyMap<string, string>,
): ConfiguredDestinationDto {
  const { id, name, enabled, workspaceId, type, transformationId = '' } = destination;
  const definition = findDefinition(type);
  const versionId = versions.get(transformationId);
  return {
    id,
    name,
    enabled,
    workspaceId,
    isProcessorEnabled: destination.connectionMode !== 'device',
    config: destination.config,
    destinationDefinition: {
      id: definition?.id ?? type,
      name: type,
      displayName: definition?.displayName ?? type,
      config: {},
    },
    revisionId: destination.version,
    transformations: versionId === undefined ? [] : [{ id: transformationId, versionId }],
  };
}

/** Returns the JSON of an object with at least one member, without its last brace. */
function withoutEnd(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}
