import { Argument, type Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { bashCompletion } from './bash-completion.js';
import { commandTree, type CommandNode } from './command-tree.js';
import { fishCompletion } from './fish-completion.js';
import { zshCompletion } from './zsh-completion.js';

const SHELLS = {
  bash: bashCompletion,
  zsh: zshCompletion,
  fish: fishCompletion,
} as const satisfies Record<string, (root: CommandNode) => readonly string[]>;

const NOTES = `
It completes the word "lethe": link apps/cli/bin/lethe.mjs to a folder of your PATH under that name.

Examples:
  bash: eval "$(lethe completion bash)"                                   in ~/.bashrc
  zsh:  eval "$(lethe completion zsh)"                                    in ~/.zshrc, after compinit
  fish: lethe completion fish > ~/.config/fish/completions/lethe.fish     once
  npm run --silent lethe -- completion bash`;

/** `completion`. The scripts hold all commands, so that completing starts no process. */
export function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .summary('Print a script that completes commands in a shell.')
    .description('Print the script by which a shell completes commands, options and their values.')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SHELLS)))
    .addHelpText('after', NOTES)
    .action((shell: keyof typeof SHELLS) => {
      const script = SHELLS[shell](commandTree(program));
      context.show({ shell, script: script.join('\n') }, () => script);
    });
}
