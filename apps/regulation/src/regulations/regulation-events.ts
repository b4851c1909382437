import {
  EVENT_TYPES,
  TOPICS,
  topicName,
  type DeletionJobRequested,
  type DeletionState,
  type RegulationLifecycle,
  type RegulationType,
} from '@lethe/contracts';
import type { OutboxEvent } from '@lethe/outbox';
import { presentTraceparent } from '@lethe/tracing';
import { v7 as uuidv7 } from 'uuid';

/** Makes the facts of this service, addressed to the installation's topics, within the trace that is under way. */
export class RegulationEvents {
  constructor(readonly topicPrefix: string) {}

  created(regulation: {
    id: string;
    workspaceId: string;
    type: RegulationType;
    at: string;
  }): OutboxEvent {
    return this.lifecycle(EVENT_TYPES.created, {
      regulationId: regulation.id,
      workspaceId: regulation.workspaceId,
      occurredAt: regulation.at,
      fact: 'created',
      regulationType: regulation.type,
    });
  }

  canceled(regulation: { id: string; workspaceId: string; at: string }): OutboxEvent {
    return this.lifecycle(EVENT_TYPES.canceled, {
      regulationId: regulation.id,
      workspaceId: regulation.workspaceId,
      occurredAt: regulation.at,
      fact: 'canceled',
    });
  }

  deletionStatusChanged(change: {
    regulationId: string;
    workspaceId: string;
    destinationId: string;
    status: DeletionState;
    at: string;
  }): OutboxEvent {
    return this.lifecycle(EVENT_TYPES.deletionStatusChanged, {
      regulationId: change.regulationId,
      workspaceId: change.workspaceId,
      occurredAt: change.at,
      fact: 'deletion_status_changed',
      destinationId: change.destinationId,
      status: change.status,
    });
  }

  deletionRequested(job: DeletionJobRequested): OutboxEvent {
    return {
      topic: topicName(this.topicPrefix, TOPICS.deletions),
      key: `${job.workspaceId}:${job.destinationId}`,
      type: EVENT_TYPES.deletionRequested,
      id: uuidv7(),
      time: job.requestedAt,
      ...presentTrace(),
      data: job,
    };
  }

  private lifecycle(type: string, fact: RegulationLifecycle): OutboxEvent {
    return {
      topic: topicName(this.topicPrefix, TOPICS.lifecycle),
      key: fact.regulationId,
      type,
      id: uuidv7(),
      time: fact.occurredAt,
      ...presentTrace(),
      data: fact,
    };
  }
}

function presentTrace(): Pick<OutboxEvent, 'traceparent'> {
  const traceparent = presentTraceparent();
  return traceparent === undefined ? {} : { traceparent };
}
