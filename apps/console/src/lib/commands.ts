import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Store } from './store.js';

/** A command of the page, for the command bar. If it has `keys`, they are its shortcut. */
export interface Command {
  /** Unique among the registered commands. */
  readonly id: string;
  readonly label: string;
  /** Heading in the command bar. */
  readonly group: 'Go to' | 'Actions' | 'This page' | 'Settings';
  readonly icon?: LucideIcon;
  /** Keys to press one after the other, such as `['g', 'r']`. */
  readonly keys?: readonly string[];
  /** Additional search words. */
  readonly keywords?: string;
  readonly run: () => void;
}

/** Commands of each mounted component. */
const registered = new Store<readonly (readonly Command[])[]>([]);

export function useAllCommands(): readonly Command[] {
  return registered.use().flat();
}

export function allCommands(): readonly Command[] {
  return registered.get().flat();
}

/**
 * Registers commands while the component is mounted, and again when their ids or labels change.
 * Ignores `false`, which stands for a command that the user cannot use now.
 */
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
