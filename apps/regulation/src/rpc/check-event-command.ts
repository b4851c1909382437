import type { EventPageCommand } from '@lethe/contracts';
import { areTexts, isText, MOST, refuse } from './check-command.js';

/** @throws LetheError `invalid_request` */
export function checkEventPage(command: EventPageCommand): void {
  const { requestId, deadline, workspaceIds, after, until } = command;
  refuse([
    ['requestId', !isText(requestId, MOST.requestId)],
    ['deadline', !Number.isFinite(deadline)],
    ['workspaceIds', !areTexts(workspaceIds, MOST.workspaces)],
    // Whatever it says: a text that is no position begins anew.
    ['after', after !== undefined && typeof after !== 'string'],
    ['until', until !== undefined && !isText(until, MOST.cursor)],
  ]);
}
