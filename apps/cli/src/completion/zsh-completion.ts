import { walk, type CommandNode } from './command-tree.js';
import { anyOf, flagsWithValue, placeOf, placesBelow, quoted, valueGroups } from './tree-lists.js';

/** @returns the lines of a script for zsh, to be run or to lie in a folder of its `fpath` */
export function zshCompletion(root: CommandNode): string[] {
  return [
    '#compdef lethe',
    '# Completion of lethe for zsh.',
    '_lethe() {',
    "  local place='' before='' prev=${words[CURRENT - 1]} word i",
    '  local -a commands options values',
    '  for ((i = 2; i < CURRENT; i++)); do',
    '    word=${words[i]}',
    '    case "$before" in',
    `      ${anyOf(flagsWithValue(root))}) ;;`,
    '      *)',
    '        case "$place/$word" in',
    `          ${anyOf(placesBelow(root))}) place="$place/$word" ;;`,
    '        esac ;;',
    '    esac',
    '    before=$word',
    '  done',
    '  if [[ $words[CURRENT] == --*=* ]]; then',
    '    prev=${words[CURRENT]%%=*}',
    "    compset -P '*='",
    '  fi',
    '  case "$place $prev" in',
    ...valueGroups(root).map(({ choices, takesFile, after }) => {
      const found = takesFile ? '_files' : `compadd -- ${choices.map(quoted).join(' ')}`;
      return `    ${anyOf(after)}) ${found.trimEnd()}; return ;;`;
    }),
    '  esac',
    '  case "$place" in',
    ...walk(root).map(
      (node) =>
        `    ${quoted(placeOf(node))})\n${arraysOf(node)}${node.takesFile ? '\n      _files' : ''} ;;`,
    ),
    '  esac',
    '  (($#commands)) && _describe -t commands command commands',
    '  (($#values)) && compadd -a values',
    '  [[ $words[CURRENT] == -* ]] && _describe -o -t options option options',
    '  return 0',
    '}',
    'if [ "${funcstack[1]}" = _lethe ]; then _lethe "$@"; else compdef _lethe lethe; fi',
  ];
}

function arraysOf({ commands, options, choices }: CommandNode): string {
  const entries = commands.map(({ path, description }) =>
    described(path.at(-1) ?? '', description),
  );
  const flags = options.flatMap((option) =>
    option.flags.map((flag) => described(flag, option.description)),
  );
  return [
    `      commands=(${entries.join(' ')})`,
    `      options=(${flags.join(' ')})`,
    `      values=(${choices.map(quoted).join(' ')})`,
  ].join('\n');
}

function described(word: string, description: string): string {
  return quoted(`${word}:${description}`);
}
