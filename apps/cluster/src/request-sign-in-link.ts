/**
 * Requests a link that signs in to the console once.
 *
 * @returns undefined if the gateway refuses or does not answer; the user can sign in with the token
 */
export async function requestSignInLink(
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
