import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { MAIN } from './cli-under-test.js';

/** Without the variables of the tests, of which the command line would warn. */
const env = { PATH: process.env.PATH };
/** A device on which every write fails, as on a full disk. Only some systems have it. */
const FULL = '/dev/full';
const onSystemsWithIt = existsSync(FULL) ? it : it.skip;

onSystemsWithIt.each([['--version'], ['--help']])('fails when its output is lost: %s', (option) => {
  const stdout = openSync(FULL, 'w');
  const { status, stderr } = spawnSync(process.execPath, [MAIN, option], {
    stdio: ['ignore', stdout, 'pipe'],
    encoding: 'utf8',
    env,
  });
  closeSync(stdout);
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'The output is incomplete, because it could not be written (ENOSPC).\n',
  });
});

it('is done when the reader of its output has ended', () => {
  const command = '"$0" "$@" | true; echo "${PIPESTATUS[0]}"';
  const { stdout, stderr } = spawnSync(
    'bash',
    ['--norc', '-c', command, process.execPath, MAIN, '--help'],
    {
      encoding: 'utf8',
      env,
    },
  );
  expect({ stdout, stderr }).toEqual({ stdout: '0\n', stderr: '' });
});
