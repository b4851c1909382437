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
  return [
    ...inOrder(facts.filter((one) => !one.isAhead)),
    ...inOrder(facts.filter((one) => one.isAhead)),
  ];
}

function orderOf({
  createdAt,
  createdBy,
  reason,
  regulationType,
  sourceIds,
  deletions,
}: Regulation): Fact[] {
  const at = { at: createdAt, isAhead: false };
  const facts: Fact[] = [
    {
      ...{ key: 'ordered', title: 'Ordered and stored', tone: 'info', ...at },
      detail: reason === undefined ? `By ${createdBy}.` : `By ${createdBy}: ${reason}`,
    },
  ];
  if (regulationType !== 'delete') {
    facts.push({
      ...{ key: 'suppressed', tone: 'info', ...at },
      title: `Suppressed at ${sourceIds === undefined ? 'all sources' : countOf(sourceIds.length, 'source')}`,
    });
  }
  if (deletions !== undefined && deletions.length > 0) {
    facts.push({
      ...{ key: 'asked', tone: 'info', ...at },
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
      ...{ key: 'canceled', at: canceledAt, title: 'Canceled', tone: 'warning', isAhead: false },
      detail: [by, cancelReason].filter((part) => part !== undefined).join(': '),
    });
  }
  if (forgottenAt !== undefined) {
    facts.push({
      ...{
        key: 'forgotten',
        at: forgottenAt,
        title: 'Identifiers forgotten',
        tone: 'neutral',
        isAhead: false,
      },
      detail: 'All but the user id.',
    });
  }
  return facts;
}
