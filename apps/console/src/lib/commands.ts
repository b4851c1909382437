import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Store } from './store.js';

/** Something that can be done from anywhere on a page: it is in the command bar, and has a shortcut where it has keys. */
export interface Command {
  /** Unique among those that are there together. */
  readonly id: string;
  readonly label: string;
  /** A heading of the command bar. */
  readonly group: 'Go to' | 'Actions' | 'This page' | 'Settings';
  readonly icon?: LucideIcon;
  /** Pressed one after the other: `['g', 'r']`. */
  readonly keys?: readonly string[];
  /** Other words by which it is found. */
  readonly keywords?: string;
  readonly run: () => void;
}

/** Of each component that is mounted, its own. */
const registered = new Store<readonly (readonly Command[])[]>([]);

/** All commands of what is mounted now. */
export function useAllCommands(): readonly Command[] {
  return registered.use().flat();
}

export function allCommands(): readonly Command[] {
  return registered.get().flat();
}

/** Adds commands, but for those that the token may not run, while the component is there. They are taken again when their ids or labels change. */
export function useCommands(offered: readonly (Command | false)[]): void {
  const commands = offered.filter((command) => command !== false);
  const newest = useRef(commands);
  newest.current = commands;
  const signature = commands.map(({ id, label }) => `${id} ${label}`).join('\n');
  useEffect(() => {
    const own = newest.current.map((command) => ({
      ...command,
      run: () => {
        newest.current.find(({ id }) => id === command.id)?.run();
      },
    }));
    registered.set([...registered.get(), own]);
    return () => registered.set(registered.get().filter((one) => one !== own));
  }, [signature]);
}
