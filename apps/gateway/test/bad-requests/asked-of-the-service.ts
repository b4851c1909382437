import {
  type BadRequest,
  SUPPRESS,
  DELETE,
  USERS,
  REGULATIONS,
  NOT_FOUND,
  get,
  invalid,
} from './row.js';

/** Ids that must exist for the bad requests that the regulation service refuses. */
export interface World {
  /** A source of the caller's workspace. */
  readonly sourceId: string;
  /**
   * A destination of the caller's workspace, in cloud mode and of a type that supports deletion.
   */
  readonly destinationId: string;
  /** A destination in device mode. */
  readonly deviceModeDestinationId: string;
  /** A destination of a type that does not support deletion. */
  readonly undeletableDestinationId: string;
  /** Ids of another workspace. */
  readonly foreign: {
    readonly sourceId: string;
    readonly destinationId: string;
    readonly regulationId: string;
    readonly cursor: string;
  };
}

/** Returns the bad requests that only a gateway with a regulation service can refuse. */
export function askedOfTheService(world: World): readonly BadRequest[] {
  const service = (row: BadRequest): BadRequest => ({ ...row, knownBy: 'service' });
  const destinations = (id: string): string => `{${DELETE},"destinationIds":["${id}"],${USERS}}`;
  const sources = (id: string): string => `{${SUPPRESS},"sourceIds":["${id}"],${USERS}}`;
  const { foreign } = world;
  return [
    invalid('an unknown source', sources('src_nope'), 'sourceIds[0]'),
    invalid('a source id with invalid characters', sources('src/../x'), 'sourceIds[0]'),
    invalid('an empty source id', sources(''), 'sourceIds[0]'),
    invalid('a source id of 1,000 letters', sources('s'.repeat(1_000)), 'sourceIds[0]'),
    invalid('a source of another workspace', sources(foreign.sourceId), 'sourceIds[0]'),
    invalid(
      'an unknown source after a known source',
      `{${SUPPRESS},"sourceIds":["${world.sourceId}","src_nope"],${USERS}}`,
      'sourceIds[1]',
    ),
    invalid('an unknown destination', destinations('dst_nope'), 'destinationIds[0]'),
    invalid(
      'a destination of another workspace',
      destinations(foreign.destinationId),
      'destinationIds[0]',
    ),
    invalid(
      'a destination in device mode',
      destinations(world.deviceModeDestinationId),
      'destinationIds[0]',
    ),
    invalid(
      'a destination that cannot delete',
      destinations(world.undeletableDestinationId),
      'destinationIds[0]',
    ),
    get('an invalid cursor', `${REGULATIONS}?after_cursor=AAAA`, {
      status: 400,
      code: 'invalid_cursor',
    }),
    get(
      'a cursor of another workspace',
      `${REGULATIONS}?after_cursor=${encodeURIComponent(foreign.cursor)}`,
      { status: 400, code: 'invalid_cursor' },
    ),
    get('an unknown regulation', `${REGULATIONS}/0192f0c1-7c3e-7cc3-8f6e-4f3c6f0a9b11`, NOT_FOUND),
    get('a regulation of another workspace', `${REGULATIONS}/${foreign.regulationId}`, NOT_FOUND),
    {
      name: 'cancelling a regulation of another workspace',
      method: 'DELETE',
      path: `${REGULATIONS}/${foreign.regulationId}`,
      ...NOT_FOUND,
      knownBy: 'service' as const,
    },
    get('a source of another workspace', `/v2/sources/${foreign.sourceId}`, NOT_FOUND),
    get(
      'a destination of another workspace',
      `/v2/destinations/${foreign.destinationId}`,
      NOT_FOUND,
    ),
  ].map(service);
}
