import type { SandboxLimits } from './sandbox-limits.js';

/** Text for each limit, which the author of a transformation reads. */
export const LIMIT_TEXTS = {
  time: ({ wallMs }: SandboxLimits) => `The transformation ran longer than ${duration(wallMs)}`,
  memory: ({ memoryBytes }: SandboxLimits) =>
    `The transformation used more than ${size(memoryBytes)} of memory`,
  stack: ({ stackBytes }: SandboxLimits) =>
    `The transformation used more than ${size(stackBytes)} of stack: its calls or values are nested too deeply`,
  output: ({ outputBytes }: SandboxLimits) =>
    `The transformation returned more than ${size(outputBytes)} of JSON`,
  events: ({ outputEvents }: SandboxLimits) =>
    `The transformation returned more than ${outputEvents.toLocaleString('en')} events`,
  depth: ({ outputDepth }: SandboxLimits) =>
    `The transformation returned an event that is nested deeper than ${outputDepth} levels`,
  values: ({ outputValues }: SandboxLimits) =>
    `The transformation returned more than ${outputValues.toLocaleString('en')} values`,
  names: ({ outputNames }: SandboxLimits) =>
    `The transformation returned members of more than ${outputNames.toLocaleString('en')} different names`,
  fetches: ({ fetches }: SandboxLimits) =>
    `A transformation may call fetch and fetchV2 at most ${fetches} times in a run`,
  unsettled: () => 'The transformation never settles: it awaits a promise that is never resolved',
  crash: () => 'The transformation was stopped: it caused an error in the interpreter',
} as const;

export type Limit = keyof typeof LIMIT_TEXTS;

function duration(ms: number): string {
  return ms % 1_000 === 0 ? `${ms / 1_000} s` : `${ms} ms`;
}

/** Returns a number of bytes in the largest unit that gives a whole number. */
export function size(bytes: number): string {
  if (bytes % (1024 * 1024) === 0) return `${bytes / (1024 * 1024)} MiB`;
  if (bytes % 1024 === 0) return `${bytes / 1024} KiB`;
  return `${bytes} bytes`;
}
