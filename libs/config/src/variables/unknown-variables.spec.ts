import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unknownVariables } from './unknown-variables.js';

const linesFor = (environment: Readonly<Record<string, string>>): string[] => [
  ...unknownVariables(environment).values(),
];

describe('unknownVariables', () => {
  it('reports a misspelled variable and suggests a known variable, without values', () => {
    expect(linesFor({ LETHE_LIMIT_USER: 'secret', LETHE_NONSENSE_OF_MINE: 'secret' })).toEqual([
      'LETHE_LIMIT_USER is not a variable of Lethe; did you mean "LETHE_LIMIT_USERS"?',
      'LETHE_NONSENSE_OF_MINE is not a variable of Lethe',
    ]);
  });

  it('ignores known variables, and variables without the prefix LETHE_', () => {
    expect(
      linesFor({
        LETHE_LIMIT_USERS: '1',
        LETHE_REGULATION_LISTEN: '1',
        LETHE_SANDBOX_THREADS: '1',
        LETHE_EVENTS_IN: '1',
        LETHE_DATABASE_PASSWORD_FILE: '1',
        LETHE_DATA_DIR: '1',
        PORT: '1',
        lethe_x: '1',
      }),
    ).toEqual([]);
  });

  it('ignores variables of Kubernetes for a service with a similar name', () => {
    expect(
      linesFor({
        LETHE_GATEWAY_SERVICE_HOST: '10.0.0.1',
        LETHE_GATEWAY_SERVICE_PORT_HTTP: '80',
        LETHE_GATEWAY_PORT_80_TCP_ADDR: '10.0.0.1',
        LETHE_GATEWAYS: '1',
      }),
    ).toEqual(['LETHE_GATEWAYS is not a variable of Lethe']);
  });

  it('ignores variables that the workspace file uses', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'lethe-')), 'workspaces.yaml');
    writeFileSync(path, 'token: "${LETHE_PIPELINE_PASS}"');
    expect(
      linesFor({ LETHE_WORKSPACE_FILE: path, LETHE_PIPELINE_PASS: 'x', LETHE_PIPELINE_PAS: 'x' }),
    ).toEqual(['LETHE_PIPELINE_PAS is not a variable of Lethe']);
    expect(linesFor({ LETHE_WORKSPACE_FILE: '/not/there', LETHE_PIPELINE_PASS: 'x' })).toHaveLength(
      1,
    );
  });
});
