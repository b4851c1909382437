import type { CommandContext } from '@lethe/contracts';
import type { FastifyRequest } from 'fastify';
import { identityOf } from '../auth/require-scope.js';

/** Milliseconds from the arrival of a request to its deadline. */
const COMMAND_DEADLINE_MS = 30_000;

/** Returns the context of a caller's commands. @throws Error on a route without authentication */
export function contextOf(request: FastifyRequest): CommandContext {
  const { workspaceId, name } = identityOf(request);
  const deadline = Date.now() + COMMAND_DEADLINE_MS;
  return { requestId: request.id, deadline, workspaceId, actor: name };
}
