import type { tests } from '@lethe/api/tests';
import type { BodyOf } from '@lethe/api/definition';
import type { CatalogDestination, CatalogReader, TokenIdentity } from '@lethe/catalog';
import { LetheError, type UntestedDestination } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';
import { requireScope } from '../auth/require-scope.js';
import type { Asked, Unread } from '../operations/handlers.js';
import { checkOverrides, protectStoredSecrets } from './check-overrides.js';
import { checkMessageType, toTestRequest, type TestRequest } from './test-request.js';

type Operations = (typeof tests)['operations'];
/** What a request is before and after the rest of it was read. */
type Steps<Id extends keyof Operations> = readonly [
  unread: Unread<Operations[Id]>,
  read: () => Promise<Asked<Operations[Id]>>,
];

/** What the checks read. */
export type TestCatalog = Pick<
  CatalogReader,
  'savedAt' | 'findSource' | 'findDestinations' | 'findTestTarget' | 'listConnections'
>;

/** A test of a destination that passed its checks. */
export interface DestinationTest {
  readonly destination: CatalogDestination;
  /** Up to when the workspace was saved before the checks read it, for the runner. */
  readonly savedAt: string | undefined;
  /** The whole answer, where the destination is not to be tested. */
  readonly untested: UntestedDestination | undefined;
  readonly wanted: TestRequest;
}

/** A test of a source that passed its checks. */
export interface SourceTest {
  /** In the order of the connections. */
  readonly destinations: readonly CatalogDestination[];
  /** As of a `DestinationTest`. */
  readonly savedAt: string | undefined;
  /** Answers for the destinations that are not to be tested, by the destination's id. */
  readonly untested: ReadonlyMap<string, UntestedDestination>;
  readonly wanted: TestRequest;
}

/**
 * The checks of the Test API. The order of the statements is the order in which they answer: first
 * whether the resource exists, so that no one learns anything of what is not theirs.
 */
export class ChecksInOrder {
  constructor(private readonly catalog: TestCatalog) {}

  /** @throws LetheError of the first check of `POST /v0/testDestination/{id}` that fails */
  async ofDestination(...[unread, read]: Steps<'testDestination'>): Promise<DestinationTest> {
    const { identity, path } = unread;
    const savedAt = await this.catalog.savedAt(identity.workspaceId);
    const [destination] = await this.catalog.findDestinations(identity.workspaceId, [path.id]);
    if (destination === undefined) throw new LetheError('not_found');
    const { query, body } = await read();
    const wanted = toTestRequest(body);
    const { destinationConfig } = wanted;
    if (destinationConfig !== undefined) checkOverrides(destination, destinationConfig);
    requireTestScopes(identity, wanted);
    await this.protectSecrets(identity, destination, wanted);
    checkMessageType(wanted.message);
    refuseUntestable(destination);
    const untested = destination.enabled || query.force ? undefined : disabled(destination);
    return { destination, savedAt, untested, wanted };
  }

  /** @throws LetheError of the first check of `POST /v0/testDestination` that fails */
  ofUnsaved(
    identity: TokenIdentity,
    body: BodyOf<Operations['testUnsavedDestination']>,
  ): Required<TestRequest> {
    const wanted = toTestRequest({ ...body, destinationConfig: body.config ?? {} });
    // No stored secret is in effect, so whoever may send may send it wherever the configuration says.
    requireTestScopes(identity, wanted);
    checkMessageType(wanted.message);
    refuseUntestable(body);
    return wanted;
  }

  /** @throws LetheError of the first check of `POST /v0/testSource/{id}` that fails */
  async ofSource(...[unread, read]: Steps<'testSource'>): Promise<SourceTest> {
    const {
      identity,
      path: { id },
    } = unread;
    const { workspaceId } = identity;
    const savedAt = await this.catalog.savedAt(workspaceId);
    const source = await this.catalog.findSource(workspaceId, id);
    if (source === undefined) throw new LetheError('not_found');
    const {
      query: { force },
      body,
    } = await read();
    const wanted = toTestRequest(body);
    requireTestScopes(identity, wanted);
    checkMessageType(wanted.message);
    const destinations = await this.connectedDestinations(workspaceId, id);
    if (destinations.length === 0) {
      throw new LetheError('source_not_connected', {
        message: `Source with ${id} is not connected to any destination`,
      });
    }
    if (!source.enabled && !force) {
      throw new LetheError('source_disabled', { message: `Source with ${id} is disabled` });
    }
    const untested = new Map(
      destinations.flatMap((destination) => {
        const reason = whyNot(destination, force);
        return reason === undefined ? [] : [[destination.id, reason] as const];
      }),
    );
    return { destinations, savedAt, untested, wanted };
  }

  /** The message, too, may choose the host that secrets go to; the runner sees that when it sends. */
  private async protectSecrets(
    identity: TokenIdentity,
    destination: CatalogDestination,
    { destinationConfig, stages }: TestRequest,
  ): Promise<void> {
    if (!stages.sendToDestination || destinationConfig === undefined) return;
    const target = stages.userTransform
      ? await this.catalog.findTestTarget(identity.workspaceId, destination.id)
      : undefined;
    protectStoredSecrets(identity, destination, destinationConfig, target);
  }

  /** In the order of the connections; a connection that is disabled leads nowhere. */
  private async connectedDestinations(
    workspaceId: string,
    sourceId: string,
  ): Promise<CatalogDestination[]> {
    const connections = await this.catalog.listConnections(workspaceId, sourceId);
    const ids = connections.filter(({ enabled }) => enabled).map((one) => one.destinationId);
    return this.catalog.findDestinations(workspaceId, ids);
  }
}

function requireTestScopes(identity: TokenIdentity, { stages }: TestRequest): void {
  requireScope(identity, 'tests:run');
  if (stages.sendToDestination) requireScope(identity, 'tests:send');
}

function whyNot(destination: CatalogDestination, force: boolean): UntestedDestination | undefined {
  const error = untestable(destination);
  if (error !== undefined) {
    return { destinationId: destination.id, destinationName: destination.name, error };
  }
  return destination.enabled || force ? undefined : disabled(destination);
}

function refuseUntestable(destination: Pick<CatalogDestination, 'type'>): void {
  const message = untestable(destination);
  if (message !== undefined) throw new LetheError('destination_not_supported', { message });
}

/** Why the requests of a destination cannot be shown, if so. */
export function untestable({ type }: Pick<CatalogDestination, 'type'>): string | undefined {
  if (findDefinition(type)?.capabilities.test.supported === true) return undefined;
  return `Destination type ${type} is not supported by the Test API`;
}

function disabled({ id, name }: CatalogDestination): UntestedDestination {
  return {
    destinationId: id,
    destinationName: name,
    error: `Destination with id ${id} is disabled`,
  };
}
