import type { tests } from '@lethe/api/tests';
import type { BodyOf } from '@lethe/api/definition';
import type { CatalogDestination, CatalogReader, TokenIdentity } from '@lethe/catalog';
import { LetheError, type UntestedDestination } from '@lethe/contracts';
import { findDefinition } from '@lethe/destination-definitions';
import { requireScope } from '../auth/require-scope.js';
import type { CheckedCall, UncheckedCall } from '../operations/handlers.js';
import { checkOverrides, protectStoredSecrets } from './check-overrides.js';
import { checkMessageType, toTestRequest, type TestRequest } from './test-request.js';

type Operations = (typeof tests)['operations'];
/** A request whose path was read, and a function that reads and checks the rest. */
type Steps<Id extends keyof Operations> = readonly [
  unread: UncheckedCall<Operations[Id]>,
  read: () => Promise<CheckedCall<Operations[Id]>>,
];

/** Part of the catalog that the checks read. */
export type TestCatalog = Pick<
  CatalogReader,
  'savedAt' | 'findSource' | 'findDestinations' | 'findTestTarget' | 'listConnections'
>;

/** A test of a destination that passed its checks. */
export interface DestinationTest {
  readonly destination: CatalogDestination;
  /**
   * Time of the newest change of the workspace that the checks have read. The gateway sends this
   * time to the runner.
   */
  readonly savedAt: string | undefined;
  /** The complete answer, if the destination is not tested. */
  readonly untested: UntestedDestination | undefined;
  readonly wanted: TestRequest;
}

/** A test of a source that passed its checks. */
export interface SourceTest {
  /** Connected destinations, in the order of the connections. */
  readonly destinations: readonly CatalogDestination[];
  /** See `DestinationTest`. */
  readonly savedAt: string | undefined;
  /** Answers for destinations that are not tested, by their ids. */
  readonly untested: ReadonlyMap<string, UntestedDestination>;
  readonly wanted: TestRequest;
}

/**
 * Makes the checks of the Test API in a fixed order. The first check that fails decides the error.
 * The existence of the resource is checked first, so that callers learn nothing about resources of
 * other workspaces.
 */
export class ChecksInOrder {
  constructor(private readonly catalog: TestCatalog) {}

  /** Checks `POST /v0/testDestination/{id}`. @throws LetheError of the first check that fails */
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

  /** Checks `POST /v0/testDestination`. @throws LetheError of the first check that fails */
  ofUnsaved(
    identity: TokenIdentity,
    body: BodyOf<Operations['testUnsavedDestination']>,
  ): Required<TestRequest> {
    const wanted = toTestRequest({ ...body, destinationConfig: body.config ?? {} });
    // No stored secret is used, so a caller with the scope `tests:send` is allowed to send to any
    // address.
    requireTestScopes(identity, wanted);
    checkMessageType(wanted.message);
    refuseUntestable(body);
    return wanted;
  }

  /** Checks `POST /v0/testSource/{id}`. @throws LetheError of the first check that fails */
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
        const reason = untestedReason(destination, force);
        return reason === undefined ? [] : [[destination.id, reason] as const];
      }),
    );
    return { destinations, savedAt, untested, wanted };
  }

  /**
   * Refuses overrides that could reveal stored secrets. The message can also determine the host
   * that gets secrets. The runner checks this host before it sends.
   */
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

  /** Returns the destinations with enabled connections, in the order of the connections. */
  private async connectedDestinations(
    workspaceId: string,
    sourceId: string,
  ): Promise<CatalogDestination[]> {
    const connections = await this.catalog.listConnections(workspaceId, sourceId);
    const ids = connections.filter(({ enabled }) => enabled).map((each) => each.destinationId);
    return this.catalog.findDestinations(workspaceId, ids);
  }
}

function requireTestScopes(identity: TokenIdentity, { stages }: TestRequest): void {
  requireScope(identity, 'tests:run');
  if (stages.sendToDestination) requireScope(identity, 'tests:send');
}

function untestedReason(
  destination: CatalogDestination,
  force: boolean,
): UntestedDestination | undefined {
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

/** Returns the reason why Lethe cannot test destinations of this type; `undefined` if it can. */
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
