import { DetailsCollector } from '@lethe/contracts';
import { membersOfBody } from '../../http/request/body-members.js';
import type { SignInWith } from './console-sessions.js';

/**
 * Checks what somebody signs in with.
 *
 * @throws LetheError `invalid_request` naming each path, and never what stands there
 */
export function checkSignIn(body: unknown): SignInWith {
  const problems = new DetailsCollector();
  const { token, code } = membersOfBody(body, ['token', 'code'], problems);
  if ((token === undefined) === (code === undefined)) {
    problems.add('body', 'must have token or code, one of them');
  }
  for (const [name, value] of Object.entries({ token, code })) {
    if (value !== undefined && typeof value !== 'string') problems.add(name, 'must be a string');
  }
  problems.throwIfAny();
  return token === undefined ? { code: code as string } : { token: token as string };
}

/**
 * Checks the code of a link before it is used.
 *
 * @throws LetheError `invalid_request` naming each path
 */
export function checkCode(body: unknown): string {
  const problems = new DetailsCollector();
  const { code } = membersOfBody(body, ['code'], problems);
  if (typeof code !== 'string') problems.add('code', 'must be a string');
  problems.throwIfAny();
  return code as string;
}
