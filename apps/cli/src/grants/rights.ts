/** Apps that use the database. Each has its own role. The event filter uses no database. */
export const APPS = ['gateway', 'regulation', 'test-runner', 'deletion-worker'] as const;
export type App = (typeof APPS)[number];

/** Privileges by app, as `grant` expects them. An app that is absent has no privileges. */
type Rights = Readonly<Record<string, Readonly<Partial<Record<App, string>>>>>;

/**
 * Every table of the two schemas, with the rights that the statements of each app need. Some
 * commands such as `lethe migrate` and `lethe restored` run as the owner; no app gets rights that
 * only these commands need.
 *
 * `select for update` and `on conflict do update` need the privilege `update`. A trigger runs with
 * the rights of the role that changes the table. Foreign keys and identity columns need no rights.
 *
 * During an upgrade, processes of the previous version use these rights too. Rights that only the
 * previous version needs stay until `oldestCode` of the migrations excludes that version. Before an
 * operator grants the rights, no app has rights on new tables. So if a trigger writes to a new
 * table, the migration itself must grant the right to write.
 */
export const TABLE_RIGHTS: Rights = {
  'catalog.migrations': {},
  'catalog.compatibility': {
    gateway: 'select',
    regulation: 'select',
    'test-runner': 'select',
    'deletion-worker': 'select',
  },
  // When a source loses its write key, a trigger updates the rows of the workspaces that share the
  // key.
  'catalog.workspaces': { gateway: 'select, update (name)', regulation: 'select' },
  'catalog.tokens': {
    gateway:
      'select, insert (workspace_id, name, hash, email, scopes, expires_at, created_by, person), update (last_used_at, revoked_at, revoked_by)',
  },
  'catalog.sessions': {
    gateway: 'select, insert (hash, token_id, expires_at), update (last_used_at), delete',
  },
  'catalog.sign_in_codes': { gateway: 'select, insert, delete' },
  'catalog.data_planes': {
    gateway:
      'select, insert (workspace_id, name, hash, expires_at, created_by), update (last_used_at, revoked_at, revoked_by)',
  },
  'catalog.revocations': { regulation: 'select' },
  'catalog.namespaces': {},
  'catalog.namespace_workspaces': { gateway: 'select' },
  // The regulation service cannot read write keys, because it could send events with them.
  'catalog.sources': {
    gateway: 'select, insert, update, delete',
    regulation: 'select (workspace_id, id)',
  },
  'catalog.destinations': {
    gateway: 'select, insert, update, delete',
    regulation: 'select',
    'test-runner': 'select',
    'deletion-worker': 'select',
  },
  'catalog.connections': {
    gateway: 'select, insert, update, delete',
    regulation: 'select (workspace_id, destination_id)',
  },
  'catalog.transformations': {
    gateway: 'select, insert, update, delete',
    'test-runner': 'select',
  },
  // A trigger writes this table with the rights of the owner, so no app can change a version.
  'catalog.transformation_versions': { gateway: 'select' },
  'catalog.test_cases': { gateway: 'select, insert, update, delete' },
  'catalog.transformation_libraries': {
    gateway: 'select, insert, update, delete',
    'test-runner': 'select',
  },
  // The first gateway with a key encrypts values stored as plain text.
  'catalog.credentials': { gateway: 'select, update (value)', 'test-runner': 'select' },
  'catalog.secret_check': { gateway: 'select, insert, update' },
  'catalog.configuration_clock': { gateway: 'select, update' },
  'catalog.configuration_changes': {
    gateway: 'select, insert, update',
    'test-runner': 'select',
  },
  'catalog.rate_demands': { gateway: 'select, insert, update, delete' },

  'regulation.migrations': {},
  'regulation.compatibility': { regulation: 'select' },
  'regulation.generation': { regulation: 'select' },
  'regulation.past_generations': { regulation: 'select' },
  'regulation.reconciled_offsets': { regulation: 'select' },
  'regulation.regulations': { regulation: 'select, insert, update' },
  'regulation.idempotency_keys': { regulation: 'select, insert, update, delete' },
  'regulation.destination_lists': { regulation: 'select, insert' },
  'regulation.destination_lists_of_requests': { regulation: 'select, insert' },
  'regulation.suppressions': { regulation: 'select, insert, update' },
  'regulation.change_marks': { regulation: 'select, insert, delete' },
  'regulation.deletion_jobs': { regulation: 'select, insert, update' },
  'regulation.deletion_verifications': { regulation: 'select, insert, update, delete' },
  'regulation.deletion_job_users': { regulation: 'select, insert, update, delete' },
  'regulation.deletion_lanes': { regulation: 'select, insert, update, delete' },
  'regulation.deletion_tallies': { regulation: 'select, insert, update, delete' },
  'regulation.deletion_claims_allowed': { regulation: 'select, insert, update, delete' },
  // Triggers write this table with the rights of the owner.
  'regulation.events': { regulation: 'select, delete' },
  'regulation.event_marks': { regulation: 'select, insert, delete' },
  'regulation.imports': { regulation: 'select, insert, update, delete' },
  'regulation.import_pieces': { regulation: 'select, insert, update, delete' },
  'regulation.import_users': { regulation: 'select, insert, delete' },
  'regulation.import_refusals': { regulation: 'select, insert, delete' },
  'regulation.outbox': { regulation: 'select, insert, delete' },
  'regulation.relay_positions': { regulation: 'select, insert, update' },
  'regulation.told_revocations': { regulation: 'select, insert, update, delete' },
};

export const SEQUENCE_RIGHTS: Rights = {
  'catalog.migrations_id_seq': {},
  'regulation.migrations_id_seq': {},
  'regulation.deletion_jobs_id_seq': { regulation: 'usage' },
  'regulation.events_id_seq': {},
  'regulation.outbox_id_seq': {},
  'regulation.suppression_changes': { regulation: 'usage, select' },
};

/**
 * Further rights of a gateway that applies a workspace file or creates the demo workspace. Such a
 * gateway can change the secret and the scopes of a token, but cannot undo a revocation.
 */
export const WORKSPACE_FILE_RIGHTS: Rights = {
  'catalog.workspaces': { gateway: 'insert, update' },
  'catalog.tokens': { gateway: 'update (hash, email, scopes, expires_at)' },
  'catalog.data_planes': { gateway: 'insert (namespace_id), update (hash, expires_at)' },
  'catalog.credentials': { gateway: 'insert, update' },
  'catalog.namespaces': { gateway: 'select, insert, update' },
  'catalog.namespace_workspaces': { gateway: 'insert, update' },
};
