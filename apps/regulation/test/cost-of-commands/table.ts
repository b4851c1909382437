import type { World } from './world.js';

/** Makes what is stored, and returns the command. */
export type Scenario = (world: World) => Promise<object>;

/** What a command is measured with, each by what is large of what is stored or of the command. */
export type CommandTable = Readonly<Record<string, Readonly<Record<string, Scenario>>>>;
