import { DEFAULT_TOPIC_PREFIX, urlOf } from '@lethe/contracts';
import { z } from 'zod';
import { postgresTlsProblem } from './postgres-tls.js';

/** Schemas for the variables of an app. Their messages never show the value. */

/** A TCP port, 0 to 65535. With 0, the system chooses a free port. */
export function port(fallback?: number) {
  return withFallback(
    z
      .string()
      .regex(/^\d{1,5}$/, 'must be a port number')
      .transform(Number)
      .refine((value) => value <= 65_535, 'must be a port number, 0 to 65535'),
    fallback,
  );
}

/**
 * A whole number between two bounds, inclusive.
 *
 * @param bounds.why reason for the bounds; the message ends with it
 */
export function integer(
  bounds: { readonly min: number; readonly max: number; readonly why?: string },
  fallback?: number,
) {
  const { min, max, why } = bounds;
  const message = `must be a whole number from ${min} to ${max}${why === undefined ? '' : `: ${why}`}`;
  return withFallback(
    z
      .string()
      .regex(/^-?\d{1,15}$/, message)
      .transform(Number)
      .refine((value) => value >= min && value <= max, message),
    fallback,
  );
}

/** A text that can be absent, such as a path, a name or a secret. */
export function optionalText(description: string) {
  return z.string().optional().describe(description);
}

/** Path of a file that contains the value of the variable, see `loadConfig`. */
export function fileOf(variable: string) {
  return optionalText(`File that contains the value of ${variable}.`);
}

export function flag(fallback: boolean) {
  return z
    .enum(['true', 'false'], 'must be true or false')
    .transform((value) => value === 'true')
    .default(fallback);
}

const POSTGRES_URL = 'must be a URL like postgres://user:password@host:5432/database';

/** A `postgres://` URL. The schema also checks the TLS parameters of the URL. */
export function postgresUrl() {
  return z.string().superRefine((value, context) => {
    const isUrl = /^postgres(?:ql)?:\/\//.test(value) && urlOf(value) !== undefined;
    const message = isUrl ? postgresTlsProblem(value) : POSTGRES_URL;
    if (message !== undefined) context.addIssue({ code: 'custom', message });
  });
}

const ADDRESS = /^(?:\[[0-9a-fA-F:]+\]|[A-Za-z0-9._-]+):\d{1,5}$/;

/** `host:port`. */
export function address() {
  return z.string().regex(ADDRESS, 'must be host:port');
}

/** Splits `host:port`, and removes the brackets of an IPv6 address. */
export function splitAddress(text: string): { host: string; port: number } {
  const colon = text.lastIndexOf(':');
  return {
    host: text.slice(0, colon).replace(/^\[|\]$/g, ''),
    port: Number(text.slice(colon + 1)),
  };
}

/** Comma-separated `host:port` list. */
export function addresses() {
  return z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine((parts) => parts.every((part) => ADDRESS.test(part)), 'must be host:port[,host:port…]');
}

export function logLevel(fallback: 'info' | 'warn' = 'info') {
  return z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be a log level: fatal, error, warn, info, debug, trace or silent',
    )
    .default(fallback)
    .describe('Lowest level that is logged.');
}

export function topicPrefix() {
  return z
    .string()
    .regex(
      /^[A-Za-z0-9._-]{1,100}$/,
      'must be 1 to 100 letters, digits, dots, dashes and underscores',
    )
    .default(DEFAULT_TOPIC_PREFIX)
    .describe('Prefix of the names of all topics.');
}

function withFallback<T extends z.ZodType<number>>(schema: T, fallback: number | undefined) {
  return fallback === undefined
    ? schema
    : schema.default(fallback as z.util.NoUndefined<z.output<T>>);
}
