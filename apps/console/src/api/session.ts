import { queryOptions, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { api, sendRequest, dataOf, type Schemas } from './client.js';

export type Me = Schemas['MeDto'];
export type Scope = Me['scopes'][number];

/** Ways to sign in that the gateway offers. */
interface SignInWays {
  readonly token: boolean;
  readonly singleSignOn: { readonly name: string; readonly href: string } | null;
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => dataOf(api.GET('/v2/me', { signal })),
  staleTime: 60_000,
});

/**
 * Returns the signed-in identity. Use it only inside the shell, where the identity always exists.
 */
export function useMe(): Me {
  return useSuspenseQuery(meQuery).data;
}

/**
 * Returns a function that checks whether the token has a scope. Pages hide actions for which the
 * token lacks the scope.
 */
export function useMay(): (scope: Scope) => boolean {
  const { data } = useQuery(meQuery);
  return useCallback((scope) => data?.scopes.includes(scope) ?? false, [data]);
}

export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in'],
  queryFn: async ({ signal }) => (await call('GET', '/console/sign-in', { signal })) as SignInWays,
});

/**
 * Returns the owner of a sign-in code, and whether this browser has a session. The query does not
 * use up the code.
 */
export const linkOwnerQuery = (code: string) =>
  queryOptions({
    queryKey: ['sign-in', 'link', code],
    queryFn: async ({ signal }) => {
      const body = JSON.stringify({ code });
      const path = '/console/sign-in-codes/lookup';
      const owner = (await call('POST', path, { body, signal })) as Schemas['SignInCodeOwnerDto'];
      return { ...owner, isSignedIn: await isSignedIn() };
    },
    staleTime: Infinity,
    gcTime: 0,
  });

/** Exchanges a token, or the code of a sign-in link, for a session cookie. */
export async function startSession(proof: { token: string } | { code: string }): Promise<void> {
  await call('POST', '/console/session', { body: JSON.stringify(proof) });
}

/**
 * Returns true if this browser has a session. Returns false if it has none, or if the request
 * failed.
 */
function isSignedIn(): Promise<boolean> {
  return call('GET', '/console/session').then(
    () => true,
    () => false,
  );
}

export async function endSession(): Promise<void> {
  await call('DELETE', '/console/session');
}

/** Sends a request to an endpoint for sessions. These endpoints are not in the OpenAPI document. */
async function call(method: string, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = {
    Accept: 'application/json',
    ...(init.body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const answer = await sendRequest(path, { ...init, method, headers });
  return answer.json().catch(() => undefined);
}
