import type { CommandContext } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';
import { identityOf } from '../auth/require-scope.js';

/** Milliseconds from a request's arrival to the moment after which nothing may start for it. */
const COMMAND_DEADLINE_MS = 30_000;

/** What travels with a command for whom the request is. @throws Error on a route that needs no credentials */
export function contextOf(request: FastifyRequest): CommandContext {
  const { workspaceId, name } = identityOf(request);
  const deadline = Date.now() + COMMAND_DEADLINE_MS;
  return { requestId: request.id, deadline, workspaceId, actor: name };
}
