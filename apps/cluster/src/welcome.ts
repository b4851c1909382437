import { signInHint } from '@lethe/config';
import type { ClusterConfig } from './cluster.config.js';

/** Where the parts of a running cluster are. */
export interface ClusterAddresses {
  readonly gateway: string;
  readonly kafka: string;
  /** Token of the demo workspace; undefined where a workspace file says who may do what. */
  readonly demoToken: string | undefined;
  /** Signs in to the console once. */
  readonly link: string | undefined;
  readonly config: Pick<ClusterConfig, 'LETHE_DATA_DIR'>;
  /** Of the topics, where it is not the usual one, which the command line puts before a name. */
  readonly topicPrefix: string | undefined;
}

/** What a person needs to go on, a few lines. */
export function welcome(addresses: ClusterAddresses): string {
  const { gateway, kafka, demoToken, link, config, topicPrefix = '' } = addresses;
  const token = demoToken ?? '<a token of your workspace file>';
  const body = '{"regulationType":"suppress","users":[{"userId":"user-1"}]}';
  return [
    '',
    `  Lethe is ready   ${gateway}`,
    `  Console          ${link ?? `${gateway}/console/`}`,
    ...(link === undefined ? [] : [signInHint(config.LETHE_DATA_DIR)]),
    `  Documentation    ${gateway}/docs`,
    ...(demoToken === undefined ? [] : [`  Demo token       ${demoToken}`]),
    `  Kafka            ${kafka}`,
    '',
    '  Try it:',
    `    curl -X POST ${gateway}/v2/regulations -H 'Authorization: Bearer ${token}' \\`,
    `      -H 'Content-Type: application/json' -d '${body}'`,
    '  See what happened:',
    `    KAFKA_BROKERS=${kafka} npm run topics -- tail ${topicPrefix}regulation.suppressions.v1 --from-beginning`,
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n');
}
