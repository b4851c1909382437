import { Argument, type Command } from 'commander';
import type { CommandContext } from '../command-context.js';
import { completionTable } from './completion-table.js';
import { SHELL_SCRIPTS } from './shell-scripts.js';

const NOTES = `
It completes the word "lethe": link apps/cli/bin/lethe.mjs to a folder of your PATH under that name.

Examples:
  bash: eval "$(lethe completion bash)"                                   in ~/.bashrc
  zsh:  eval "$(lethe completion zsh)"                                    in ~/.zshrc, after compinit
  fish: lethe completion fish > ~/.config/fish/completions/lethe.fish     once
  npm run --silent lethe -- completion bash`;

/** `completion`. The scripts hold all commands, so completing starts no Node.js. */
export function addCompletionCommand(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .summary('Print a script that completes commands in a shell.')
    .description('Print the script by which a shell completes commands, options and their values.')
    .addArgument(new Argument('<shell>', 'which shell').choices(Object.keys(SHELL_SCRIPTS)))
    .addHelpText('after', NOTES)
    .action((shell: keyof typeof SHELL_SCRIPTS) => {
      const script = SHELL_SCRIPTS[shell](completionTable(program));
      context.show({ shell, script }, () => script.split('\n'));
    });
}
