import {
  EVENT_TYPES,
  TOPICS,
  topicName,
  type DeletionJobRequested,
  type DeletionState,
  type RegulationLifecycle,
} from '@lethe/contracts';
import type { OutboxEvent } from './append-to-outbox.js';
import { currentTraceparent } from '@lethe/observability';
import { newIds } from './new-ids.js';
import type { NewRegulations } from './new-regulations.js';

/** Creates the facts that this service publishes. Each fact names the current trace. */
export class RegulationEvents {
  constructor(readonly topicPrefix: string) {}

  created({ entries, workspaceId, createdAt: occurredAt, request }: NewRegulations): OutboxEvent[] {
    const { regulationType } = request;
    const shared = this.shared(EVENT_TYPES.created, occurredAt);
    const ids = newIds(entries.length);
    return entries.map(({ id: regulationId }, n) => {
      const about = { regulationId, workspaceId, occurredAt };
      const data: RegulationLifecycle = { ...about, fact: 'created', regulationType };
      return { ...shared, key: regulationId, id: ids[n] ?? '', data };
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
    const [id = ''] = newIds(1);
    return {
      topic: topicName(this.topicPrefix, TOPICS.deletions),
      key: `${job.workspaceId}:${job.destinationId}`,
      type: EVENT_TYPES.deletionRequested,
      id,
      time: job.requestedAt,
      ...presentTrace(),
      data: job,
    };
  }

  private lifecycle(type: string, fact: RegulationLifecycle): OutboxEvent {
    const [id = ''] = newIds(1);
    return { ...this.shared(type, fact.occurredAt), key: fact.regulationId, id, data: fact };
  }

  private shared(type: string, time: string) {
    return { topic: topicName(this.topicPrefix, TOPICS.lifecycle), type, time, ...presentTrace() };
  }
}

function presentTrace(): Pick<OutboxEvent, 'traceparent'> {
  const traceparent = currentTraceparent();
  return traceparent === undefined ? {} : { traceparent };
}
