import type { JsonObject } from '@lethe/contracts';
import { hostProblem, placesOf, portOf } from '@lethe/destination-definitions';
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

/** @throws DeletionProblem when the variable holds something else than a name or an address */
export function requireHost(config: JsonObject, name: string): string {
  const host = requireText(config, name);
  const problem = hostProblem(host);
  if (problem !== undefined) throw misconfigured(`${name} ${problem}.`);
  return host;
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
  const places = placesOf(requireText(config, name));
  if (typeof places === 'string') throw misconfigured(`${name} ${places}.`);
  return places.map((place) => ({ port, ...place }));
}

function toPort(text: string, name: string): number {
  const port = portOf(text);
  if (port === undefined) throw misconfigured(`${name} must have a port from 1 to 65535.`);
  return port;
}
