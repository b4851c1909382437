import { execFileSync } from 'node:child_process';
import { toCurl } from './curl.js';

describe('toCurl', () => {
  it('quotes all values for a shell, and takes the token from the environment', () => {
    const body = { name: `it's $HOME "quoted"`, of: '`id`' };
    const command = toCurl('http://127.0.0.1:8080', { path: '/v2/x?a=1&b=2', body });
    const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}`;
    const env = { ...process.env, LETHE_TOKEN: 'lth_of_the_environment' };
    const words = execFileSync('sh', ['-c', script], { env, encoding: 'utf8' }).split('\0');
    expect(command).not.toContain('lth_of_the_environment');
    expect(words.slice(0, 4)).toEqual([
      ...['-X', 'POST', 'http://127.0.0.1:8080/v2/x?a=1&b=2', '-H'],
    ]);
    expect(words).toContain('Authorization: Bearer lth_of_the_environment');
    expect(JSON.parse(words.at(-2) ?? '')).toEqual(body);
  });
});
