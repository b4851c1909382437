import { urlOf } from '@lethe/contracts';
import { isLoopback } from '@lethe/config';
import { z } from 'zod';

const PUBLIC_URL = 'must be https://host[:port], or http:// on loopback, without a path';

/** Origin that browsers open. */
export function publicUrl() {
  return z
    .string()
    .refine((text) => isOrigin(urlOf(text)), PUBLIC_URL)
    .transform((text) => new URL(text).origin)
    .optional();
}

function isOrigin(url: URL | undefined): boolean {
  if (url === undefined) return false;
  const { pathname, search, hash, username } = url;
  return isSafe(url) && pathname === '/' && `${search}${hash}${username}` === '';
}

/** Returns whether TLS or loopback protects the traffic from other readers. */
export function isSafe({ protocol, host }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(host));
}
