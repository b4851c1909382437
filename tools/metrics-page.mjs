// docs/metrics.md: every metric of every app, as the code declares them.
import { WorkerMetrics } from '../apps/deletion-worker/dist/worker-metrics.js';
import { FilterMetrics } from '../apps/event-filter/dist/filter-metrics.js';
import { suppressionDelays } from '../apps/event-filter/dist/index-metrics.js';
import { countLookups } from '../apps/gateway/dist/auth/credential-metrics.js';
import { configurationMetrics } from '../apps/gateway/dist/data-plane/configuration-metrics.js';
import { FeedMetrics } from '../apps/gateway/dist/data-plane/feed-metrics.js';
import { StreamMetrics } from '../apps/gateway/dist/events/stream-metrics.js';
import { HttpMetrics } from '../apps/gateway/dist/http/http-metrics.js';
import { rateLimitMetrics } from '../apps/gateway/dist/admission/rates/rate-limits.js';
import { measureTestRuns } from '../apps/gateway/dist/tests/test-run-metrics.js';
import { backlogMetrics } from '../apps/regulation/dist/backlog/backlog-metrics.js';
import { commandMetrics } from '../apps/regulation/dist/record/command-metrics.js';
import { countsEndedImports } from '../apps/regulation/dist/imports/import-metrics.js';
import { relayMetrics } from '../apps/regulation/dist/relay/relay-metrics.js';
import { CommandTimes } from '../apps/regulation/dist/rpc/command-times.js';
import { RunnerMetrics } from '../apps/test-runner/dist/runner-metrics.js';
import { watchRequests } from '../apps/test-runner/dist/watch-requests.js';
import {
  createLogger,
  databaseMetrics,
  Health,
  Metrics,
  startProcessMetrics,
} from '../libs/observability/dist/index.js';
import { measureRequests } from '../libs/regulation-client/dist/index.js';

const NOTHING = () => undefined;
const database = (metrics) => {
  databaseMetrics(metrics).watchPool(NOTHING);
};

/** Who declares what; each needs no running part for that. */
const APPS = {
  'All apps': (metrics) => {
    startProcessMetrics({ metrics, app: '', health: new Health() })();
    createLogger('', 'silent', metrics);
  },
  'Apps with a database': database,
  Gateway: (metrics) => {
    new HttpMetrics(metrics).watch({});
    new StreamMetrics(metrics, NOTHING);
    countLookups({}, metrics);
    measureRequests({}, metrics);
    measureTestRuns({}, metrics);
    rateLimitMetrics(metrics, NOTHING);
    new FeedMetrics({ metrics, dataPlaneCatalog: { inService: () => Promise.resolve([]) } });
    configurationMetrics(metrics).watchCache(NOTHING);
  },
  'Regulation service': (metrics) => {
    new CommandTimes(metrics);
    commandMetrics(metrics);
    countsEndedImports(metrics);
    relayMetrics(metrics);
    backlogMetrics(metrics, {});
  },
  'Test runner': (metrics) => {
    const runner = new RunnerMetrics(metrics, 0);
    runner.sandbox.watchThreads(NOTHING);
    void watchRequests(undefined, { metrics }).stop();
  },
  'Deletion worker': (metrics) => {
    measureRequests({}, metrics);
    new WorkerMetrics(metrics).watch(NOTHING);
  },
  'Event filter': (metrics) => {
    new FilterMetrics(metrics, () => ({}));
    suppressionDelays(metrics);
  },
};

/**
 * @param isWanted by name; ours when absent, without those of Node itself
 * @returns by app: name, type, labels and help of each of its metrics
 */
export function declaredMetrics(isWanted = isOurs) {
  return Object.fromEntries(
    Object.entries(APPS).map(([app, declare]) => {
      const metrics = new Metrics();
      declare(metrics);
      return [app, metrics.registry.getMetricsAsArray().filter(({ name }) => isWanted(name))];
    }),
  );
}

function isOurs(name) {
  return name.startsWith('lethe_') || name.startsWith('http_');
}

/** @returns the page in Markdown */
export function metricsPage(generated) {
  const tables = Object.entries(declaredMetrics()).map(([app, metrics]) => {
    const rows = metrics.map(
      ({ name, type, labelNames, help }) =>
        `| \`${name}\` | ${type} | ${labelNames.map((label) => `\`${label}\``).join(', ')} | ${help.replaceAll('|', '\\|')} |`,
    );
    return `## ${app}\n\n| metric | type | labels | |\n| --- | --- | --- | --- |\n${rows.join('\n')}`;
  });
  return `# Metrics\n\n${generated}\n\n${INTRODUCTION}\n\n${tables.join('\n\n')}\n`;
}

const INTRODUCTION = `For Prometheus, in its text format. Every app shows them at \`/metrics\`: the gateway and
\`npm start\` on a listener of their own (\`LETHE_METRICS_LISTEN\`, port 9464; the public port has no such path), the
others on the port of their health. In \`npm start\` one page has those of all its parts, without the commands between
gateway and regulation service, which are calls there. \`LETHE_METRICS=false\` counts nothing and shows nothing.
On loopback a request needs a loopback name as its \`Host\` (421 otherwise): a web page could point a name of its own there.

Times and ages are in seconds. No label holds an identifier of a user. Beside these there are those of Node itself
(\`process_*\`, \`nodejs_*\`, the delay of the event loop among them).

What is "shown by the instance that leads" is asked of the database in the background, every five seconds, and
more rarely where it takes long: as a rule for a twentieth of the time, but at least each half minute. What takes longer than five seconds is given up. A scrape never asks. Take the maximum over all instances.`;
