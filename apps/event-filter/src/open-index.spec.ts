import { indexLog } from './open-index.js';

/** Returns a logger that collects its lines. */
function fakeLog() {
  const lines: { level: string; reason?: unknown; index?: unknown }[] = [];
  const at = (level: string) => (line: object) => {
    lines.push({ level, ...line });
  };
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn') };
}

class Gone extends Error {
  override readonly name = 'Gone';
}

describe('indexLog', () => {
  it('warns once per outage', () => {
    const log = fakeLog();
    const { onEvent, onError } = indexLog(log);
    onError(new Gone('first'));
    onError(new Gone('first'));
    onEvent({ type: 'reconnected' });
    onError(new Gone('second'));
    const reason = 'Gone';
    expect(log.lines).toEqual([
      { level: 'warn', reason },
      { level: 'debug', reason },
      { level: 'info', index: { type: 'reconnected' } },
      { level: 'warn', reason },
    ]);
  });

  it('logs the reason of a failure that the index tolerates', () => {
    const log = fakeLog();
    const error = new Gone('on /secret/path');
    indexLog(log).onEvent({ type: 'retention-unknown', error });
    expect(log.lines).toEqual([
      { level: 'warn', index: { type: 'retention-unknown', reason: 'Gone' } },
    ]);
  });
});
