import type { JsonObject } from '@lethe/contracts';
import { misconfigured } from './deletion-problem.js';

/** Where a service listens. */
export interface Place {
  /** Name or address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/** @returns a variable's text without blanks around it; undefined when it holds none */
export function readText(config: JsonObject, name: string): string | undefined {
  const value = config[name];
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  return text.trim() === '' ? undefined : text.trim();
}

/** @returns a text as it is: blanks may be part of a secret or a key; undefined when it is empty */
export function readExactText(config: JsonObject, name: string): string | undefined {
  const value = config[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws DeletionProblem when the variable holds no text */
export function requireText(config: JsonObject, name: string): string {
  const text = readText(config, name);
  if (text === undefined) throw misconfigured(`Set ${name} in the destination's configuration.`);
  return text;
}

/** @throws DeletionProblem when the variable holds something else than a port */
export function readPort(config: JsonObject, name: string, otherwise: number): number {
  const text = readText(config, name);
  if (text === undefined) return otherwise;
  return toPort(text, name);
}

/**
 * Reads `host:port`, `host`, `[::1]:port`, several of them with commas between.
 *
 * @throws DeletionProblem naming the variable when a part is none of these, or when there are over 20
 */
export function readPlaces(config: JsonObject, name: string, port: number): readonly Place[] {
  const parts = requireText(config, name)
    .split(',')
    .map((part) => part.trim());
  if (parts.length > MOST_PLACES) {
    throw misconfigured(`${name} names more than ${MOST_PLACES} servers: a few are enough.`);
  }
  return parts.map((part) => {
    const [, bracketed, plain, portText] =
      /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:/@[\]]+))(?::(\d+))?$/.exec(part) ?? [];
    const host = bracketed ?? plain;
    if (host === undefined) {
      throw misconfigured(`${name} must be host:port, without a scheme or a login.`);
    }
    return { host, port: portText === undefined ? port : toPort(portText, name) };
  });
}

const MOST_PLACES = 20;

function toPort(text: string, name: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw misconfigured(`${name} must have a port from 1 to 65535.`);
}
