import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const INDEX = new URL('../dist/index.js', import.meta.url);

/** Runs code with two loggers, `a` and `b`, in its own process. Returns the messages on stdout. */
function messagesOf(code: string): string[] {
  const program = `
    import { createLogger } from '${INDEX.href}';
    const [a, b] = [createLogger('a', 'info'), createLogger('b', 'info')];
    ${code}`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const lines = stdout.split('\n').slice(0, -1);
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

describe('the lines of the loggers of a process', () => {
  it('are written in their sequence when the process exits in the same turn', () => {
    const code = `a.info('1'); b.info('2'); a.debug('no'); a.info('3'); process.exit(0);`;
    expect(messagesOf(code)).toEqual(['1', '2', '3']);
  });

  it('are written when an error ends the process', () => {
    expect(messagesOf(`a.info('1'); throw new Error('a bug');`)).toEqual(['1']);
  });

  it('are written at once with a warning, even if the process is killed directly afterwards', () => {
    const code = `a.info('1'); b.warn('2'); a.info('lost'); process.kill(process.pid, 'SIGKILL');`;
    expect(messagesOf(code)).toEqual(['1', '2']);
  });

  it('are written at the end of the turn', () => {
    const code = `a.info('1'); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50);`;
    expect(messagesOf(code)).toEqual(['1']);
  });

  it('are all written if a turn has very many', () => {
    const code = `for (let n = 0; n < 50_000; n += 1) a.info(String(n));`;
    expect(messagesOf(code)).toEqual(Array.from({ length: 50_000 }, (_none, n) => String(n)));
  });
});
