import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = new URL('../../../apps/cli/dist/run-cli.js', import.meta.url).href;

/**
 * Returns the help of commands. One process prints all of it, because loading takes most of the
 * time.
 *
 * @param commands such as `deletions list`
 * @returns command → text of its `--help`
 */
export function helpOf(commands: readonly string[]): Readonly<Record<string, string>> {
  const script = `
    await import('reflect-metadata');
    const { runCli } = await import(${JSON.stringify(cli)});
    const help = {};
    for (const command of ${JSON.stringify(commands)}) {
      const lines = [];
      const print = (line) => lines.push(line);
      await runCli([...command.split(' '), '--help'], { environment: {}, print, note: print });
      help[command] = lines.join('\\n');
    }
    console.log(JSON.stringify(help));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    cwd: fileURLToPath(new URL('../../..', import.meta.url)), // Node.js finds the packages there
  });
  return JSON.parse(printed) as Record<string, string>;
}
