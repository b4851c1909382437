import type { Instance } from './instance.js';

/** What the relay of an instance said about itself in the present run, oldest first. */
export function relayStates(instance: Instance): string[] {
  return instance.lines.flatMap((line) => {
    if (!line.includes('"relay changed state"')) return [];
    const { state } = JSON.parse(line) as { state: string };
    return [state];
  });
}
