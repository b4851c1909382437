/**
 * Tells a person what to do next: a few lines on stdout.
 *
 * @param url where the gateway listens
 * @param demoToken of the demo workspace; tokens of a workspace file are never printed
 */
export function printWelcome(url: string, demoToken: string | undefined): void {
  const token = demoToken ?? '<a token of your workspace file>';
  const lines = [
    '',
    `  Lethe is ready   ${url}`,
    `  Documentation    ${url}/docs`,
    ...(demoToken === undefined ? [] : [`  Demo token       ${demoToken}`]),
    '',
    '  Try it:',
    `    curl -X POST ${url}/v2/regulations -H 'Authorization: Bearer ${token}' \\`,
    `      -H 'Content-Type: application/json' -d '{"regulationType":"suppress","users":[{"userId":"user-1"}]}'`,
    '',
    '  Ctrl-C stops it.',
    '',
  ];
  process.stdout.write(lines.join('\n'));
}
