import type { Command } from '../lib/commands.js';
import { TEXTS } from './texts.js';

const GROUPS = ['This page', 'Actions', 'Go to', 'Settings'] as const;

export interface CommandGroup {
  readonly value: string;
  readonly items: readonly Command[];
}

/**
 * Returns the commands whose label, keywords and group contain all words of the text. Groups are
 * sorted by their best command. In a group, labels that begin with the text come first, then other
 * labels with all words, and then matches by keyword.
 */
export function findCommands(commands: readonly Command[], text: string): CommandGroup[] {
  const words = text.trim().toLowerCase().split(/\s+/);
  const found = commands
    .map((command) => ({ command, rank: rankOf(command, words) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank);
  return GROUPS.map((group) => {
    const ofGroup = found.filter(({ command }) => command.group === group);
    const items = ofGroup.map(({ command }) => command);
    const value = TEXTS.commandBar.groups[group];
    return { value, items, rank: ofGroup[0]?.rank ?? Infinity };
  })
    .filter(({ items }) => items.length > 0)
    .sort((a, b) => a.rank - b.rank);
}

function rankOf({ label, keywords = '', group }: Command, words: readonly string[]): number {
  const name = label.toLowerCase();
  if (name.startsWith(words.join(' '))) return 0;
  if (words.every((word) => name.includes(word))) return 1;
  const all = `${name} ${keywords} ${group}`.toLowerCase();
  return words.every((word) => all.includes(word)) ? 2 : Infinity;
}
