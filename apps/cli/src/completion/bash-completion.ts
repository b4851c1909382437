import { walk, type CommandNode } from './command-tree.js';
import { anyOf, flagsWithValue, placeOf, placesBelow, quoted, valueGroups } from './tree-lists.js';

/** @returns the lines of a script for bash, also for the 3.2 of macOS */
export function bashCompletion(root: CommandNode): string[] {
  return [
    '# Completion of lethe for bash.',
    '_lethe() {',
    '  local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD - 1]}"',
    "  local place='' before='' words='' files='' word i IFS=$'\\n'",
    // Bash takes `--type=x` for three words.
    '  if [ "$cur" = = ]; then cur=; elif [ "$prev" = = ]; then prev="${COMP_WORDS[COMP_CWORD - 2]}"; fi',
    '  for ((i = 1; i < COMP_CWORD; i++)); do',
    '    word="${COMP_WORDS[i]}"',
    '    case "$before" in',
    `      ${anyOf(flagsWithValue(root))}) ;;`,
    '      *)',
    '        case "$place/$word" in',
    `          ${anyOf(placesBelow(root))}) place="$place/$word" ;;`,
    '        esac ;;',
    '    esac',
    '    before="$word"',
    '  done',
    '  case "$place $prev" in',
    ...valueGroups(root).map(({ choices, takesFile, after }) => {
      const found = `words=${wordList(choices)} files=${takesFile ? 'yes' : ''}`;
      return `    ${anyOf(after)}) ${found} ;;`;
    }),
    '    *)',
    '      case "$place" in',
    ...walk(root).map((node) => `        ${quoted(placeOf(node))}) ${wordsOf(node)} ;;`),
    '      esac ;;',
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$cur"))',
    '  case "$files$cur" in',
    '    yes-*) ;;',
    '    yes*)',
    '      COMPREPLY+=($(compgen -f -- "$cur"))',
    '      compopt -o filenames 2>/dev/null ;;',
    '  esac',
    '}',
    'complete -F _lethe lethe',
  ];
}

function wordsOf({ commands, options, choices, takesFile }: CommandNode): string {
  const names = commands.map(({ path }) => path.at(-1) ?? '');
  const words = [...names, ...choices, ...options.flatMap(({ flags }) => flags)];
  return `words=${wordList(words)} files=${takesFile ? 'yes' : ''}`;
}

function wordList(words: readonly string[]): string {
  return `$${quoted(words.join('\\n'))}`;
}
