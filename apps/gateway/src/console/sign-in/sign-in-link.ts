/**
 * The address that signs in whoever opens it first. The code is in the fragment: no server gets it, nor any log.
 *
 * @param origin by which a browser reaches us
 */
export function signInLink(origin: string, code: string): string {
  return `${origin}/console/sign-in#code=${code}`;
}
