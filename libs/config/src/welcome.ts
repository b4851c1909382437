/** Values that the welcome text shows. */
export interface StartedLethe {
  readonly url: string;
  /**
   * Token of the demo workspace. Undefined with a workspace file, because its tokens are never
   * printed.
   */
  readonly demoToken: string | undefined;
  /** Link that signs in to the console once. */
  readonly link: string | undefined;
  /** Data folder, as configured. */
  readonly dataDir: string;
  /**
   * The Kafka cluster that was started together with Lethe. `topicPrefix` is undefined if it is the
   * default.
   */
  readonly kafka?: { readonly brokers: string; readonly topicPrefix: string | undefined };
}

/** Default data folder of `npm start`, `npm run cluster` and the command line. */
const DEFAULT_DATA_DIR = '.lethe';

/** Returns the text that Lethe prints when it is ready, with addresses and next steps. */
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

/** Returns the line below the sign-in link, with the command that creates another link. */
function signInHint(dataDir: string): string {
  const folder = dataDir === DEFAULT_DATA_DIR ? '' : `LETHE_DATA_DIR=${quoted(dataDir)} `;
  return `                   (works once, within one minute; new link: ${folder}npm run lethe -- sign-in)`;
}

function quoted(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
