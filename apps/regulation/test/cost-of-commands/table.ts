import type { World } from './world.js';

export type Scenario = (world: World) => Promise<object>;

/** Scenarios of each command. Their names say which stored data or which member is large. */
export type CommandTable = Readonly<Record<string, Readonly<Record<string, Scenario>>>>;
