import { Option } from 'commander';
import { wholeNumber } from './whole-number.js';

export interface WaitOptions {
  /** Longest wait, in seconds. */
  readonly wait: number;
}

const LONGEST_S = 3_600;
const PROBLEM = `It must be a whole number of seconds, at most ${LONGEST_S}.`;

/** The option `--wait`, for commands that start together with the service that they need. */
export function waitOption(service: string): Option {
  return new Option('--wait <seconds>', `how long to wait for ${service} to answer`)
    .argParser(wholeNumber(0, LONGEST_S, PROBLEM))
    .default(0);
}

/** Note for the person at the terminal while a service is away. */
export function waitingNote(service: string, { wait }: WaitOptions): string {
  return `${service} does not answer yet. Waiting for it, ${wait} s at most.`;
}
