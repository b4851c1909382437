import type { JsonObject } from '@lethe/contracts';
import { deletionRefusal, placesOf } from '@lethe/destination-definitions';
import { misconfigured } from './deletion-problem.js';

/** Where a service listens. */
export interface Place {
  /** Name or address, without brackets. */
  readonly host: string;
  readonly port: number;
}

/**
 * Refuses what no order is taken with, so that a reader finds each variable in its shape.
 *
 * @throws DeletionProblem naming the variable that is missing or wrong
 */
export function refuseUnsound(type: string, config: JsonObject): void {
  const refusal = deletionRefusal(type, config, 'cloud');
  if (refusal !== undefined) throw misconfigured(`The destination ${refusal}.`);
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

/** @returns the number that a variable holds */
export function readNumber(config: JsonObject, name: string, otherwise: number): number {
  return Number(readText(config, name) ?? otherwise);
}

/** Reads `host:port`, `host`, `[::1]:port`, several of them with commas between. */
export function readPlaces(config: JsonObject, name: string, port: number): readonly Place[] {
  const places = placesOf(requireText(config, name));
  return typeof places === 'string' ? [] : places.map((place) => ({ port, ...place }));
}
