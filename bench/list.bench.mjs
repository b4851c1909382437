import { ratio } from './support/report.mjs';
import { round, summary, median } from './support/statistics.mjs';
import { startSystem } from './support/system.mjs';
import { WORKSPACE } from './support/workspace.mjs';

const LIMITS = [100, 1000];
const FULL = { regulations: 1_000_000, samples: 500 };
const QUICK = { regulations: 20_000, samples: 30 };

export async function run(session) {
  const { regulations, samples } = session.quick ? QUICK : FULL;
  const { client, database } = await startSystem(session);
  session.progress(`storing ${regulations} regulations`);
  await seedRegulations(database, regulations);

  /** @type {(string | number)[][]} */
  const table = [['page', 'median ms', 'p99 ms']];
  const figures = { regulations };
  const targets = [];
  session.progress('reading all pages up to the last');
  for (const limit of LIMITS) {
    const pages = {
      first: `/v2/regulations?limit=${limit}`,
      last: await findLastPage(client, limit, regulations),
    };
    const times = await measure(client, pages, samples);
    for (const [name, all] of Object.entries(times)) {
      table.push([`${name} of ${limit}`, round(median(all), 2), round(summary(all).p99, 2)]);
    }
    figures[`limit${limit}`] = times;
    const quotient = round(median(times.last) / median(times.first), 2);
    targets.push(ratio(`last ÷ first, limit ${limit}`, quotient, { atMost: 1.5 }));
  }
  return { table, figures, targets };
}

/** Measures the pages in turns, so that other load on the machine affects both equally. */
async function measure(client, pages, samples) {
  const times = { first: [], last: [] };
  for (const path of Object.values(pages)) await client.get(path);
  for (let sample = 0; sample < samples; sample += 1) {
    for (const [name, path] of Object.entries(pages)) {
      times[name].push((await client.get(path)).durationMs);
    }
  }
  return times;
}

/**
 * Follows the cursors to the last page. Only the last 1,000 regulations are read in pages of
 * `limit`.
 */
async function findLastPage(client, limit, regulations) {
  let path = '/v2/regulations?limit=1000';
  let seen = 0;
  for (;;) {
    const page = JSON.parse((await client.get(path)).text);
    const { next } = page.paging;
    seen += page.data.length;
    if (next === undefined) break;
    path = regulations - seen > 1000 ? next : next.replace('limit=1000', `limit=${limit}`);
  }
  if (seen !== regulations) throw new Error(`the pages have ${seen} of ${regulations} regulations`);
  return path;
}

/** Stores regulations with ascending UUIDv7 ids, like the service's. Every tenth is canceled. */
async function seedRegulations(database, regulations) {
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
