// Generates docs/metrics.md, which describes every metric of every app, from the code that declares
// the metrics.
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

/** Functions that declare the metrics of each app without running the app. */
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
 * @param isWanted filter by name; by default the metrics of Lethe, without those of Node
 * @returns name, type, labels and help of each metric, by app
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

const INTRODUCTION = `Every app shows its metrics at \`/metrics\`, in the text format of Prometheus. The gateway and \`npm start\` have a separate
listener for them (\`LETHE_METRICS_LISTEN\`, port 9464); the public port has no such path. The other apps use the port of their
health checks. With \`npm start\`, one page has the metrics of all parts. The metrics of commands between gateway and regulation service
are missing there, because these commands are function calls. \`LETHE_METRICS=false\` turns all metrics off.
On a loopback address, the \`Host\` of a request must be a loopback name; other requests get status 421. This protects against web
pages whose own host name points to the loopback address.

Times and ages are in seconds. No label holds an identifier of a user. The metrics of Node itself are on the page too
(\`process_*\`, \`nodejs_*\`), for example the delay of the event loop.

Metrics that are "shown by the instance that leads" come from database queries in the background. They run every five seconds. Slow
queries run less often: they take about a twentieth of the time, but run at least every 30 seconds. A query that takes longer than
five seconds is stopped. A scrape never queries the database. Take the maximum over all instances.`;
