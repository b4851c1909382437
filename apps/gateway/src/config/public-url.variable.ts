import { urlOf } from '@lethe/contracts';
import { isLoopback } from '@lethe/config';
import { z } from 'zod';

const PUBLIC_URL = 'must be https://host[:port], or http:// on loopback, without a path';

/** The origin that browsers have open. */
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

/** Whether nobody on the way can read what is sent there. */
export function isSafe({ protocol, host }: URL): boolean {
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(host));
}
