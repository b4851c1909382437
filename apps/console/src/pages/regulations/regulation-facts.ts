import type { Regulation } from '../../api/regulations.js';
import { countOf } from '../../lib/count-of.js';
import { factsOfDeletion } from '../../features/deletions/deletion-facts.js';
import { inOrder, type Fact } from '../../features/deletions/fact.js';

/** Everything that the API tells of a regulation: what happened in its order, then what is ahead. The line, the timeline and the history show the same. */
export function factsOf(regulation: Regulation): Fact[] {
  const { deletions = [] } = regulation;
  const facts = [
    ...orderOf(regulation),
    ...deletions.flatMap(factsOfDeletion),
    ...endOf(regulation),
  ];
  const ahead = facts.filter(({ isAhead = false }) => isAhead);
  return [...inOrder(facts.filter((one) => !ahead.includes(one))), ...inOrder(ahead)];
}

function orderOf({
  createdAt,
  createdBy,
  reason,
  regulationType,
  sourceIds,
  deletions,
}: Regulation): Fact[] {
  const facts: Fact[] = [
    {
      ...{ key: 'ordered', title: 'Ordered and stored', tone: 'info', at: createdAt },
      detail: reason === undefined ? `By ${createdBy}.` : `By ${createdBy}: ${reason}`,
    },
  ];
  if (regulationType !== 'delete') {
    facts.push({
      ...{ key: 'suppressed', tone: 'info', at: createdAt },
      title: `Suppressed at ${sourceIds === undefined ? 'all sources' : countOf(sourceIds.length, 'source')}`,
    });
  }
  if (deletions !== undefined && deletions.length > 0) {
    facts.push({
      ...{ key: 'asked', tone: 'info', at: createdAt },
      title: `Deletion ordered at ${countOf(deletions.length, 'destination')}`,
    });
  }
  return facts;
}

function endOf(regulation: Regulation): Fact[] {
  const { canceledAt, canceledBy, cancelReason, identifiersForgottenAt: forgottenAt } = regulation;
  const facts: Fact[] = [];
  if (canceledAt !== null) {
    const by = canceledBy === undefined ? undefined : `By ${canceledBy}`;
    facts.push({
      ...{ key: 'canceled', at: canceledAt, title: 'Canceled', tone: 'warning' },
      detail: [by, cancelReason].filter((part) => part !== undefined).join(': '),
    });
  }
  if (forgottenAt !== undefined) {
    facts.push({
      ...{ key: 'forgotten', at: forgottenAt, title: 'Identifiers forgotten', tone: 'neutral' },
      detail: 'All but the user id.',
    });
  }
  return facts;
}
