/**
 * Returns the address that signs in the first person who opens it. The code is in the fragment of
 * the address, so that it is not sent to servers and does not appear in their logs.
 *
 * @param origin address of the gateway for browsers
 */
export function signInLink(origin: string, code: string): string {
  return `${origin}/console/sign-in#code=${code}`;
}
