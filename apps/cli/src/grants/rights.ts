/** Apps that use the database, each with a role of its own. The event filter uses none. */
export const APPS = ['gateway', 'regulation', 'test-runner', 'deletion-worker'] as const;
export type App = (typeof APPS)[number];

/** Privileges as `grant` takes them, by app; an app that is not named has none. */
type Rights = Readonly<Record<string, Readonly<Partial<Record<App, string>>>>>;

/**
 * Every table of the two schemas, and what each app does with it: no statement of the apps needs more. What only the
 * owner uses (`lethe migrate`, `restored` and the other commands) is granted to nobody.
 *
 * A row that is locked (`for update`), and `on conflict do update`, need `update`. Triggers run with the rights of
 * whoever changes the table; foreign keys and identity columns need none.
 *
 * In an upgrade the processes of the version before go on with these rights: what only they need stays until the
 * migrations' `oldestCode` rules them out. And until the rights are given they meet the new schema without any for what
 * is new in it: a migration whose triggers write a new table has to grant that itself.
 */
export const TABLE_RIGHTS: Rights = {
  'catalog.migrations': {},
  'catalog.compatibility': {
    gateway: 'select',
    regulation: 'select',
    'test-runner': 'select',
    'deletion-worker': 'select',
  },
  // The name is written by a trigger, when a source gives its write key up.
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
  // Without write keys: whoever has one may send events.
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
  // Written by a trigger with the rights of the owner: what a version was stays so.
  'catalog.transformation_versions': { gateway: 'select' },
  'catalog.test_cases': { gateway: 'select, insert, update, delete' },
  'catalog.transformation_libraries': {
    gateway: 'select, insert, update, delete',
    'test-runner': 'select',
  },
  // The first gateway with a key encrypts what is stored in plain.
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
  'regulation.suppressions': { regulation: 'select, insert, update' },
  'regulation.change_marks': { regulation: 'select, insert, delete' },
  'regulation.deletion_jobs': { regulation: 'select, insert, update' },
  'regulation.deletion_job_users': { regulation: 'select, insert, update, delete' },
  'regulation.deletion_lanes': { regulation: 'select, insert, update, delete' },
  'regulation.deletion_tallies': { regulation: 'select, insert, update, delete' },
  'regulation.deletion_claims_allowed': { regulation: 'select, insert, update, delete' },
  // Written by triggers of the owner.
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
 * What a gateway does besides when it applies a workspace file, or makes the demo workspace. It can give a token another secret
 * or other scopes then; it still cannot take back that one was revoked.
 */
export const WORKSPACE_FILE_RIGHTS: Rights = {
  'catalog.workspaces': { gateway: 'insert, update' },
  'catalog.tokens': { gateway: 'update (hash, email, scopes, expires_at)' },
  'catalog.data_planes': { gateway: 'insert (namespace_id), update (hash, expires_at)' },
  'catalog.credentials': { gateway: 'insert, update' },
  'catalog.namespaces': { gateway: 'select, insert, update' },
  'catalog.namespace_workspaces': { gateway: 'insert, update' },
};
