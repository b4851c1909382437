/** Where the parts of a running cluster are. */
export interface ClusterAddresses {
  readonly gateway: string;
  readonly kafka: string;
  /** Token of the demo workspace; undefined where a workspace file says who may do what. */
  readonly demoToken: string | undefined;
}

/** What a person needs to go on, a few lines. */
export function welcome({ gateway, kafka, demoToken }: ClusterAddresses): string {
  const token = demoToken ?? '<a token of your workspace file>';
  const body = '{"regulationType":"suppress","users":[{"userId":"user-1"}]}';
  return [
    '',
    `  Lethe is ready   ${gateway}`,
    `  Documentation    ${gateway}/docs`,
    ...(demoToken === undefined ? [] : [`  Demo token       ${demoToken}`]),
    `  Kafka            ${kafka}`,
    '',
    '  Try it:',
    `    curl -X POST ${gateway}/v2/regulations -H 'Authorization: Bearer ${token}' \\`,
    `      -H 'Content-Type: application/json' -d '${body}'`,
    '  See what happened:',
    `    KAFKA_BROKERS=${kafka} npm run topics -- tail lethe.regulation.suppressions.v1`,
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n');
}
