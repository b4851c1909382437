import { walk, type CommandNode, type OptionNode } from './command-tree.js';
import { flagsWithValue, placeOf, placesBelow } from './tree-lists.js';

/** @returns the lines of a script for fish 3 */
export function fishCompletion(root: CommandNode): string[] {
  return [
    '# Completion of lethe for fish.',
    'function __lethe_at',
    "  set -l place ''",
    "  set -l before ''",
    '  for word in (commandline -opc)[2..-1]',
    '    switch "$before"',
    `      case ${flagsWithValue(root).map(quoted).join(' ')}`,
    "      case '*'",
    '        switch "$place/$word"',
    `          case ${placesBelow(root).map(quoted).join(' ')}`,
    '            set place "$place/$word"',
    '        end',
    '    end',
    '    set before "$word"',
    '  end',
    '  test "$place" = "$argv[1]"',
    'end',
    'complete -c lethe -e',
    'complete -c lethe -f',
    ...walk(root).flatMap(linesOf),
  ];
}

function linesOf(node: CommandNode): string[] {
  const at = `complete -c lethe -n ${quoted(`__lethe_at '${placeOf(node)}'`)}`;
  return [
    ...node.commands.map(
      ({ path, description }) => `${at} -a ${quoted(path.at(-1) ?? '')} -d ${quoted(description)}`,
    ),
    ...(node.choices.length === 0 ? [] : [`${at} -a ${quoted(node.choices.join(' '))}`]),
    ...(node.takesFile ? [`${at} -F`] : []),
    ...node.options.map((option) => `${at} ${optionOf(option)}`),
  ];
}

function optionOf({ flags, description, takesValue, takesFile, choices }: OptionNode): string {
  const names = flags.map((flag) =>
    flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`,
  );
  const values = choices.length === 0 ? '' : ` -a ${quoted(choices.join(' '))}`;
  const value = takesFile ? ' -r -F' : takesValue ? ` -x${values}` : '';
  return `${names.join(' ')}${value} -d ${quoted(description)}`;
}

/** Between single quotes, as fish reads them. */
function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
