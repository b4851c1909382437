import { InvalidArgumentError, Option } from 'commander';

export interface WaitOptions {
  /** Longest wait, in seconds. */
  readonly wait: number;
}

const LONGEST_S = 3_600;

/** The option `--wait`, for commands that start together with the service that they need. */
export function waitOption(service: string): Option {
  return new Option('--wait <seconds>', `how long to wait for ${service} to answer`)
    .argParser(parseSeconds)
    .default(0);
}

/** Note for the person at the terminal while a service is away. */
export function waitingNote(service: string, { wait }: WaitOptions): string {
  return `${service} does not answer yet. Waiting for it, ${wait} s at most.`;
}

function parseSeconds(text: string): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : Infinity;
  if (seconds <= LONGEST_S) return seconds;
  throw new InvalidArgumentError(`It must be a whole number of seconds, at most ${LONGEST_S}.`);
}
