import { HttpClient } from './support/http-client.mjs';
import { target } from './support/report.mjs';
import { seedRegulations } from './support/seed-regulations.mjs';
import { median, percentile, round } from './support/statistics.mjs';
import { startSystem } from './support/system.mjs';

export const title = 'list pages, first against last';

const LIMITS = [100, 1000];
const FULL = { regulations: 1_000_000, samples: 500 };
const QUICK = { regulations: 20_000, samples: 30 };

export async function run(session) {
  const { regulations, samples } = session.quick ? QUICK : FULL;
  const system = await startSystem(session);
  const client = new HttpClient(system.gateway.url);
  session.defer(() => client.close());
  session.progress(`storing ${regulations} regulations`);
  await seedRegulations(system.database, regulations);

  const table = [['page', 'median ms', 'p99 ms']];
  const figures = { regulations };
  const targets = [];
  session.progress('walking to the last page');
  for (const limit of LIMITS) {
    const pages = {
      first: `/v2/regulations?limit=${limit}`,
      last: await findLastPage(client, limit, regulations),
    };
    const times = await measure(client, pages, samples);
    for (const [name, all] of Object.entries(times)) {
      const p99 = percentile(all, 0.99);
      table.push([`${name} of ${limit}`, round(median(all), 2), round(p99, 2)]);
    }
    figures[`limit${limit}`] = times;
    const ratio = round(median(times.last) / median(times.first), 2);
    targets.push(target(`last ÷ first, limit ${limit}`, ratio, { atMost: 1.5 }));
  }
  return { table, figures, targets };
}

/** In turns, so that whatever else the machine does falls on both. */
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

/** Walks there in pages of 1,000 as long as possible, then in pages of the limit. */
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
  if (seen !== regulations) throw new Error(`the walk saw ${seen} of ${regulations} regulations`);
  return path;
}
