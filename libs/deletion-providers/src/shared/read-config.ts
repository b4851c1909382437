import type { JsonObject } from '@lethe/contracts';
import { deletionRefusal, parseAddresses } from '@lethe/destination-definitions';
import { misconfigured } from './deletion-problem.js';

/** Address of a server. An IPv6 address in `host` has no brackets. */
export interface ServerAddress {
  readonly host: string;
  readonly port: number;
}

/**
 * Rejects a configuration that does not allow deletions. After this check, the functions below rely
 * on the form of the variables.
 *
 * @throws DeletionProblem that names the missing or invalid variable
 */
export function rejectInvalidConfig(type: string, config: JsonObject): void {
  const refusal = deletionRefusal(type, config, 'cloud');
  if (refusal !== undefined) throw misconfigured(`The destination ${refusal}.`);
}

/** @returns the trimmed text of a variable; undefined if the variable is blank or missing */
export function readText(config: JsonObject, name: string): string | undefined {
  const value = config[name];
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  return text.trim() === '' ? undefined : text.trim();
}

/**
 * Returns the text of a variable without trimming, because blanks can be part of a secret or a key.
 *
 * @returns undefined if the variable is empty or missing
 */
export function readExactText(config: JsonObject, name: string): string | undefined {
  const value = config[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws DeletionProblem if the variable is blank or missing */
export function requireText(config: JsonObject, name: string): string {
  const text = readText(config, name);
  if (text === undefined)
    throw misconfigured(`${name} is missing. Set it in the configuration of the destination.`);
  return text;
}

export function readNumber(config: JsonObject, name: string, otherwise: number): number {
  return Number(readText(config, name) ?? otherwise);
}

/**
 * Reads a comma-separated list of `host:port`, `host` or `[::1]:port`.
 *
 * @param port port of an address without a port
 */
export function readAddresses(
  config: JsonObject,
  name: string,
  port: number,
): readonly ServerAddress[] {
  const addresses = parseAddresses(requireText(config, name));
  return typeof addresses === 'string' ? [] : addresses.map((address) => ({ port, ...address }));
}
