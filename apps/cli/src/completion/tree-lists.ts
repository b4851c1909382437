import { walk, type CommandNode } from './command-tree.js';

/** A command as the scripts name it: `/regulations/create`; empty for the program itself. */
export function placeOf({ path }: CommandNode): string {
  return path.map((name) => `/${name}`).join('');
}

/** Places of all commands but the program itself. */
export function placesBelow(root: CommandNode): string[] {
  return walk(root).slice(1).map(placeOf);
}

/** Flags that the next word belongs to, of any command. */
export function flagsWithValue(root: CommandNode): string[] {
  const flags = walk(root).flatMap(({ options }) =>
    options.filter(({ takesValue }) => takesValue).flatMap((option) => option.flags),
  );
  return [...new Set(flags)].sort();
}

/** Values that may follow an option, and after which options of which commands they do. */
export interface ValueGroup {
  readonly choices: readonly string[];
  readonly takesFile: boolean;
  /** Like `/import --type`. */
  readonly after: readonly string[];
}

/** All options that a value follows, those with the same values together. */
export function valueGroups(root: CommandNode): ValueGroup[] {
  const groups = new Map<string, ValueGroup>();
  for (const node of walk(root)) {
    for (const { flags, takesValue, takesFile, choices } of node.options) {
      if (!takesValue) continue;
      const key = JSON.stringify([choices, takesFile]);
      const after = flags.map((flag) => `${placeOf(node)} ${flag}`);
      const known = groups.get(key)?.after ?? [];
      groups.set(key, { choices, takesFile, after: [...known, ...after] });
    }
  }
  return [...groups.values()];
}

/** Patterns of a `case` of bash and zsh. */
export function anyOf(texts: readonly string[]): string {
  return texts.map(quoted).join(' | ');
}

/** A text between single quotes, as bash and zsh read it. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
