import { signInHint } from '@lethe/config';
import { signInLink } from '@lethe/gateway';

/**
 * Tells a person what to do next: a few lines on stdout.
 *
 * @param url where the gateway listens
 * @param dataDir as it is configured
 * @param demo the token of the demo workspace, and a code that signs in with it; tokens of a workspace file are never printed
 */
export function printWelcome(
  url: string,
  demo: { readonly token: string; readonly code: string } | undefined,
  dataDir: string,
): void {
  const demoToken = demo?.token;
  const token = demoToken ?? '<a token of your workspace file>';
  const lines = [
    '',
    `  Lethe is ready   ${url}`,
    ...(demo === undefined
      ? [`  Console          ${url}/console/`]
      : [`  Console          ${signInLink(url, demo.code)}`, signInHint(dataDir)]),
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
