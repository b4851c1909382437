import { ADVISORY_LOCKS } from '@lethe/database';
import { APPS, SEQUENCE_RIGHTS, TABLE_RIGHTS, WORKSPACE_FILE_RIGHTS, type App } from './rights.js';

export interface GrantsOptions {
  /** Role name of each app. The names must need no escaping in SQL. */
  readonly roles: Readonly<Record<App, string>>;
  /** True if gateways apply a workspace file or create the demo workspace. */
  readonly workspaceFile: boolean;
  /** Migration number of each schema. The rights are valid only for these migrations. */
  readonly migrations: Readonly<Record<string, number>>;
}

/**
 * Returns SQL that gives each app's role exactly its rights. The SQL is one transaction, so running
 * services are not disturbed. The owner of the schemas or a superuser must run it after each
 * migration.
 */
export function grantsSql({ roles, workspaceFile, migrations }: GrantsOptions): string {
  const schemas = Object.keys(migrations).join(', ');
  const names = [...new Set(Object.values(roles))];
  const allRoles = ['public', ...names.map(quoted)].join(', ');
  return [
    'begin;',
    assertMigrated(migrations),
    ...names.map(makeRole),
    '',
    `revoke all on schema ${schemas} from ${allRoles} cascade;`,
    `revoke all on all tables in schema ${schemas} from ${allRoles} cascade;`,
    `revoke all on all sequences in schema ${schemas} from ${allRoles} cascade;`,
    ...APPS.flatMap((app) => [
      '',
      `-- ${app}`,
      ...grantsTo(app, quoted(roles[app]), workspaceFile),
    ]),
    '',
    assertNoMore(names, Object.keys(migrations)),
    'commit;',
  ].join('\n');
}

function grantsTo(app: App, role: string, workspaceFile: boolean): string[] {
  const grants = [
    { kind: 'table', rights: TABLE_RIGHTS },
    { kind: 'table', rights: workspaceFile ? WORKSPACE_FILE_RIGHTS : {} },
    { kind: 'sequence', rights: SEQUENCE_RIGHTS },
  ].flatMap(({ kind, rights }) =>
    Object.entries(rights).flatMap(([object, { [app]: privileges }]) =>
      privileges === undefined ? [] : [{ kind, object, privileges }],
    ),
  );
  const used = new Set(grants.map(({ object }) => object.replace(/\..*/, '')));
  return [
    `grant usage on schema ${[...used].join(', ')} to ${role};`,
    ...grants.map(({ kind, object, privileges }) => {
      return `grant ${privileges} on ${kind} ${object} to ${role};`;
    }),
  ];
}

/**
 * Returns SQL that fails if the schema is at another migration. Without this check, a new table
 * would get no rights, or an unknown table would lose its rights.
 */
function assertMigrated(migrations: Readonly<Record<string, number>>): string {
  const checks = Object.entries(migrations).map(
    ([schema, number]) => `
  if to_regclass('${schema}.compatibility') is null then
    raise exception 'The schema "${schema}" does not exist. Run "lethe migrate" first.';
  elsif (select max(number) from ${schema}.compatibility) <> ${number} then
    raise exception 'The schema "${schema}" is at migration %, but these rights are for migration ${number}. Run "lethe migrate" and "lethe grants" of the same version.',
      (select max(number) from ${schema}.compatibility);
  end if;`,
  );
  return `do $$
begin
  perform pg_advisory_xact_lock(${ADVISORY_LOCKS.grants});${checks.join('')}
end $$;`;
}

function makeRole(name: string): string {
  return `do $$
begin
  if not exists (select from pg_roles where rolname = ${literal(name)}) then
    create role ${quoted(name)} login;
  end if;
  if not has_database_privilege(${literal(name)}, current_database(), 'connect') then
    execute format('grant connect on database %I to ${quoted(name)}', current_database());
  end if;
end $$;`;
}

/**
 * Members of these roles can read and write files or run programs on the machine of the database
 * server.
 */
const SERVER_ROLES = ['pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files'];

/**
 * Returns SQL that refuses roles with rights that no `revoke` removes. A role has such rights if it
 * is a superuser, owns objects, or is a member of such a role. A member can always `set role` to
 * its group, even without inheritance.
 */
function assertNoMore(names: readonly string[], schemas: readonly string[]): string {
  const list = (texts: readonly string[]): string => texts.map(literal).join(', ');
  return `do $$
declare
  overprivileged text;
begin
  select string_agg(distinct quote_ident(r.rolname), ', ') into overprivileged
    from pg_roles r join pg_roles may_be on pg_has_role(r.oid, may_be.oid, 'member')
   where r.rolname in (${list(names)}) and (
     may_be.rolsuper or may_be.rolcreaterole or may_be.rolcreatedb or may_be.rolreplication or may_be.rolbypassrls
     or may_be.rolname in (${list(SERVER_ROLES)})
     or has_database_privilege(may_be.oid, current_database(), 'create')
     or exists (
       select from pg_class t join pg_namespace n on n.oid = t.relnamespace
        where n.nspname in (${list(schemas)}) and t.relkind in ('r', 'p', 'v', 'm', 'S') and (
          may_be.oid in (n.nspowner, t.relowner)
          or exists (
            select from aclexplode(t.relacl) given where given.grantee in (0, r.oid) and given.grantor <> t.relowner)
          or may_be.oid <> r.oid and (
            has_any_column_privilege(may_be.oid, t.oid, 'select, insert, update, references')
            or has_table_privilege(may_be.oid, t.oid, 'delete, truncate, trigger')))));
  if overprivileged is not null then
    raise exception 'These roles have more rights than they are granted: %. The role of an app must not be a superuser, own objects, have further attributes, or be a member of a role that can use the schemas.', overprivileged;
  end if;
end $$;`;
}

const quoted = (name: string): string => `"${name}"`;
const literal = (text: string): string => `'${text}'`;
