import { DEFAULT_DELETION_SETTINGS } from '../default-deletion-settings.js';
import type { UpsertTarget } from './upsert-rows.js';

const RESOURCE = { workspace_id: 'text', id: 'text', name: 'text' } as const;

/**
 * Tables that a workspace file writes, in the order of the writes. A table comes after the tables
 * to which its rows refer.
 */
export const UPSERT_TARGETS = {
  workspaces: {
    table: 'workspaces',
    key: ['id'],
    columns: {
      id: 'text',
      name: 'text',
      deletions: 'text',
      deletion_delay_seconds: 'integer',
      deletion_deadline_days: 'integer',
      verify_after_days: 'integer',
      requests_per_second: 'integer',
      users_per_second: 'integer',
      tests_per_second: 'integer',
    },
    defaults: {
      name: 'given.id',
      deletions: `'${DEFAULT_DELETION_SETTINGS.deletions}'`,
      deletion_delay_seconds: String(DEFAULT_DELETION_SETTINGS.deletionDelaySeconds),
      deletion_deadline_days: String(DEFAULT_DELETION_SETTINGS.deletionDeadlineDays),
      verify_after_days: 'null',
    },
    timed: true,
  },
  // `revoked_at` is not among the columns, so that a revoked token stays revoked.
  tokens: {
    table: 'tokens',
    key: ['workspace_id', 'name'],
    columns: {
      workspace_id: 'text',
      name: 'text',
      hash: 'bytea',
      email: 'text',
      scopes: 'text[]',
      expires_at: 'timestamptz',
    },
    timed: false,
  },
  sources: {
    ...{ table: 'sources', key: ['workspace_id', 'id'], timed: true },
    columns: { ...RESOURCE, type: 'text', write_key: 'text', enabled: 'boolean', config: 'jsonb' },
    defaults: { write_key: `'wk_' || replace(gen_random_uuid()::text, '-', '')` },
  },
  transformations: {
    ...{ table: 'transformations', key: ['workspace_id', 'id'], timed: true },
    columns: { ...RESOURCE, code: 'text' },
  },
  libraries: {
    ...{ table: 'transformation_libraries', key: ['workspace_id', 'id'], timed: true },
    columns: { ...RESOURCE, code: 'text' },
  },
  credentials: {
    table: 'credentials',
    key: ['workspace_id', 'key'],
    columns: { workspace_id: 'text', key: 'text', value: 'text' },
    timed: true,
  },
  destinations: {
    ...{ table: 'destinations', key: ['workspace_id', 'id'], timed: true },
    columns: {
      ...{ ...RESOURCE, type: 'text', enabled: 'boolean', config: 'jsonb' },
      ...{ connection_mode: 'text', transformation_id: 'text' },
    },
  },
  connections: {
    table: 'connections',
    key: ['workspace_id', 'source_id', 'destination_id'],
    columns: {
      workspace_id: 'text',
      source_id: 'text',
      destination_id: 'text',
      enabled: 'boolean',
    },
    timed: true,
  },
  namespaces: {
    table: 'namespaces',
    key: ['id'],
    columns: { id: 'text', name: 'text' },
    defaults: { name: 'given.id' },
    timed: true,
  },
  namespaceWorkspaces: {
    table: 'namespace_workspaces',
    key: ['namespace_id', 'workspace_id'],
    columns: { namespace_id: 'text', workspace_id: 'text' },
    timed: false,
  },
  dataPlanes: {
    table: 'data_planes',
    key: ['workspace_id', 'namespace_id', 'name'],
    // A data plane in the file has no expiry. So applying the file removes the expiry of a stored
    // data plane.
    columns: {
      workspace_id: 'text',
      namespace_id: 'text',
      name: 'text',
      hash: 'bytea',
      expires_at: 'timestamptz',
    },
    timed: false,
  },
} as const satisfies Record<string, UpsertTarget>;

export type UpsertKind = keyof typeof UPSERT_TARGETS;
