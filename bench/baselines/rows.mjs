import { EVENT_TYPES, TOPICS, topicName } from '@lethe/contracts';
import { v7 as uuidv7 } from 'uuid';
import { TOPIC_PREFIX, WORKSPACE } from '../support/workspace.mjs';

const LIFECYCLE = topicName(TOPIC_PREFIX, TOPICS.lifecycle);

/**
 * Returns the rows that the regulation service stores for one user of a request, with the same
 * texts.
 */
export function rowsFor(user, requestId = uuidv7(), at = new Date().toISOString()) {
  const id = uuidv7();
  return {
    regulation: {
      id,
      requestId,
      type: 'suppress',
      userId: user.userId,
      attributes: JSON.stringify(user),
      at,
      actor: 'bench',
    },
    outbox: createdFact(id, at),
  };
}

/**
 * Returns a row of the outbox, in the order of its columns: the fact that a regulation was created.
 */
export function createdFact(regulationId, at) {
  return {
    topic: LIFECYCLE,
    key: regulationId,
    type: EVENT_TYPES.created,
    id: uuidv7(),
    time: at,
    data: JSON.stringify({
      regulationId,
      workspaceId: WORKSPACE,
      occurredAt: at,
      fact: 'created',
      regulationType: 'suppress',
    }),
  };
}
