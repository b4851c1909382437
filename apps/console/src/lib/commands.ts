import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';

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

type Listener = () => void;

let registered: readonly (readonly Command[])[] = [];
let all: readonly Command[] = [];
const listeners = new Set<Listener>();

function change(next: readonly (readonly Command[])[]): void {
  registered = next;
  all = next.flat();
  for (const listener of listeners) listener();
}

function subscribe(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** All commands of what is mounted now. */
export function useAllCommands(): readonly Command[] {
  return useSyncExternalStore(subscribe, allCommands);
}

export function allCommands(): readonly Command[] {
  return all;
}

/** Adds commands while the component is there. They are taken again when their ids or labels change. */
export function useCommands(commands: readonly Command[]): void {
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
    change([...registered, own]);
    return () => change(registered.filter((one) => one !== own));
  }, [signature]);
}
