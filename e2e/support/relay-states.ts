import type { Instance } from './instance.js';

/**
 * Returns the states that the relay of an instance logged since the instance started, oldest first.
 */
export function relayStates(instance: Instance): string[] {
  return instance.lines.flatMap((line) => {
    if (!line.includes('"relay changed state"')) return [];
    const { state } = JSON.parse(line) as { state: string };
    return [state];
  });
}
