/**
 * Asks the gateway for a link that signs in to the console once.
 *
 * @returns undefined where it has none: the console is still there, with the token
 */
export async function askForSignInLink(
  gateway: string,
  token: string,
): Promise<string | undefined> {
  const answer = await fetch(`${gateway}/console/sign-in-codes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(10_000),
  }).catch(() => undefined);
  if (answer?.ok !== true) return undefined;
  const body: unknown = await answer.json().catch(() => undefined);
  const { href } = Object(body) as { readonly href?: unknown };
  return typeof href === 'string' ? href : undefined;
}
