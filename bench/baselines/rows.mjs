import { EVENT_TYPES, TOPICS, topicName } from '@lethe/contracts';
import { v7 as uuidv7 } from 'uuid';
import { TOPIC_PREFIX, WORKSPACE } from '../support/workspace.mjs';

const LIFECYCLE = topicName(TOPIC_PREFIX, TOPICS.lifecycle);

/** Returns the rows that the regulation service stores for one user of a request. */
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

/** Returns the outbox row of a created regulation. Its members have the order of the columns. */
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
