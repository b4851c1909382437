import { WORKSPACE } from './workspace.mjs';

/** Stores regulations with ids as the service makes them (UUIDv7, ascending); every tenth is canceled. */
export async function seedRegulations(database, regulations) {
  await database.query(
    `insert into regulation.regulations
       (id, workspace_id, request_id, regulation_type, canceled, user_id, attributes, created_at,
        canceled_at, created_by)
     select (lpad(to_hex(ms), 12, '0') || '7' || substr(noise, 1, 3) || '8' || substr(noise, 4, 15))::uuid,
            $1, gen_random_uuid(), 'suppress', number % 10 = 0, 'user-' || number,
            jsonb_build_object('userId', 'user-' || number, 'email', 'user-' || number || '@example.com'),
            to_timestamp(ms / 1000.0),
            case when number % 10 = 0 then to_timestamp(ms / 1000.0) end, 'bench'
       from (
         select number, 1700000000000 + number as ms, md5(number::text) as noise
           from generate_series(1, $2::bigint) as number
       ) as row`,
    [WORKSPACE, regulations],
  );
  await database.query('vacuum (analyze) regulation.regulations');
}
