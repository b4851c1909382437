import {
  EVENT_TYPES,
  TOPICS,
  topicName,
  type DeletionJobRequested,
  type DeletionState,
  type RegulationLifecycle,
} from '@lethe/contracts';
import type { OutboxEvent } from './append-to-outbox.js';
import { presentTraceparent } from '@lethe/observability';
import { newIds } from './new-ids.js';
import type { NewRegulations } from './new-regulations.js';

/** Makes the facts of this service, addressed to the installation's topics, within the trace that is under way. */
export class RegulationEvents {
  constructor(readonly topicPrefix: string) {}

  /** A fact of each regulation of a request. */
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

  /** What facts of one kind and time have in common. */
  private shared(type: string, time: string) {
    return { topic: topicName(this.topicPrefix, TOPICS.lifecycle), type, time, ...presentTrace() };
  }
}

function presentTrace(): Pick<OutboxEvent, 'traceparent'> {
  const traceparent = presentTraceparent();
  return traceparent === undefined ? {} : { traceparent };
}
