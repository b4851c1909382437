/** Five times as often as a Prometheus would (15 s), so that each turn has one in its middle. */
const EVERY_MS = 3_000;

/**
 * Reads the metrics of apps, again and again, while something is done.
 *
 * @param apps with a `metricsUrl` each
 * @param work what is done meanwhile
 * @returns what it comes to
 */
export async function whileScraped(apps, work) {
  const scrape = () => Promise.all(apps.map(read));
  const failed = [];
  await scrape();
  const timer = setInterval(() => scrape().catch((error) => failed.push(error)), EVERY_MS);
  try {
    const result = await work();
    if (failed.length > 0) throw failed[0];
    return result;
  } finally {
    clearInterval(timer);
  }
}

async function read({ metricsUrl }) {
  const answer = await fetch(metricsUrl);
  if (!answer.ok) throw new Error(`${metricsUrl}: ${answer.status}`);
  return answer.text();
}
