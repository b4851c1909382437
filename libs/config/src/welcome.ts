/** What a person is told of a Lethe that was started on this machine. */
export interface StartedLethe {
  /** Where its API is. */
  readonly url: string;
  /** Token of the demo workspace; undefined where a workspace file says who may do what, whose tokens are never printed. */
  readonly demoToken: string | undefined;
  /** Signs in to the console once. */
  readonly link: string | undefined;
  /** As it is configured. */
  readonly dataDir: string;
  /** Brokers of a Kafka that was started with it, and the prefix of its topics where it is not the usual one. */
  readonly kafka?: { readonly brokers: string; readonly topicPrefix: string | undefined };
}

/** Where `npm start`, `npm run cluster` and the command line keep and look for what is on this machine. */
const DEFAULT_DATA_DIR = '.lethe';

/** What a person needs to go on, a few lines. */
export function welcome({ url, demoToken, link, dataDir, kafka }: StartedLethe): string {
  const token = demoToken ?? '<a token of your workspace file>';
  const body = '{"regulationType":"suppress","users":[{"userId":"user-1"}]}';
  return [
    '',
    `  Lethe is ready   ${url}`,
    `  Console          ${link ?? `${url}/console/`}`,
    ...(link === undefined ? [] : [signInHint(dataDir)]),
    `  Documentation    ${url}/docs`,
    ...(demoToken === undefined ? [] : [`  Demo token       ${demoToken}`]),
    ...(kafka === undefined ? [] : [`  Kafka            ${kafka.brokers}`]),
    '',
    '  Try it:',
    `    curl -X POST ${url}/v2/regulations -H 'Authorization: Bearer ${token}' \\`,
    `      -H 'Content-Type: application/json' -d '${body}'`,
    ...(kafka === undefined ? [] : seeWhatHappened(kafka)),
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n');
}

function seeWhatHappened({ brokers, topicPrefix = '' }: Required<StartedLethe>['kafka']): string[] {
  return [
    '  See what happened:',
    `    KAFKA_BROKERS=${brokers} npm run topics -- tail ${topicPrefix}regulation.suppressions.v1 --from-beginning`,
  ];
}

/** The second line of the console's address: how to get another link. */
function signInHint(dataDir: string): string {
  const folder = dataDir === DEFAULT_DATA_DIR ? '' : `LETHE_DATA_DIR=${quoted(dataDir)} `;
  return `                   (signs in once, within a minute; for another: ${folder}npm run lethe -- sign-in)`;
}

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
