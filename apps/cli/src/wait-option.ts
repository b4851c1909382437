import { Option } from 'commander';
import { wholeNumber } from './whole-number.js';

export interface WaitOptions {
  /** Maximum wait in seconds. */
  readonly wait: number;
}

const LONGEST_S = 3_600;
const PROBLEM = `It must be a whole number of seconds, at most ${LONGEST_S}.`;

/** Returns the option `--wait`, for commands that can start before a service that they need. */
export function waitOption(service: string): Option {
  return new Option('--wait <seconds>', `maximum time to wait until ${service} answers`)
    .argParser(wholeNumber(0, LONGEST_S, PROBLEM))
    .default(0);
}

/** Returns a note for the user that a service is unreachable. */
export function waitingNote(service: string, { wait }: WaitOptions): string {
  return `${service} does not answer yet. Waiting up to ${wait} s.`;
}
