import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, ask, dataOf, type Schemas } from './client.js';

export type Me = Schemas['MeDto'];
export type Scope = Me['scopes'][number];

/** Ways to sign in, as the gateway offers them. */
interface SignInWays {
  readonly token: boolean;
  readonly singleSignOn: { readonly name: string; readonly href: string } | null;
}

/** Who is signed in. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => dataOf(api.GET('/v2/me', { signal })),
  staleTime: 60_000,
});

/** Below the shell somebody is signed in. */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/** Whether the token may do it. What it may not do is not offered. */
export function useMay(): (scope: Scope) => boolean {
  const { data } = useQuery(meQuery);
  return useCallback((scope) => data?.scopes.includes(scope) ?? false, [data]);
}

export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: async ({ signal }) => (await asked('GET', '/console/sign-in', { signal })) as SignInWays,
});

/** Whom the code of a link signs in, and whether this browser has a session already. The code stays usable. */
export const linkOwnerQuery = (code: string) =>
  queryOptions({
    queryKey: ['sign-in', 'link', code],
    queryFn: async ({ signal }) => {
      const body = JSON.stringify({ code });
      const path = '/console/sign-in-codes/lookup';
      const owner = (await asked('POST', path, { body, signal })) as Schemas['SignInCodeOwnerDto'];
      return { ...owner, isSignedIn: await isSignedIn() };
    },
    staleTime: Infinity,
    gcTime: 0,
  });

/** Exchanges a token, or the code of a link that signs in once, for the session's cookie. */
export async function startSession(proof: { token: string } | { code: string }): Promise<void> {
  await asked('POST', '/console/session', { body: JSON.stringify(proof) });
}

/** Whether somebody is signed in in this browser, as far as can be told. */
function isSignedIn(): Promise<boolean> {
  return asked('GET', '/console/session').then(
    () => true,
    () => false,
  );
}

export async function endSession(): Promise<void> {
  await asked('DELETE', '/console/session');
}

/** The session is the console's own, and not in the API's document. */
async function asked(method: string, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = {
    Accept: 'application/json',
    ...(init.body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const answer = await ask(path, { ...init, method, headers });
  return answer.json().catch(() => undefined);
}
