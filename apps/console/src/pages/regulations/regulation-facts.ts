import type { Regulation } from '../../api/regulations.js';
import { factsOfDeletion } from '../../features/deletions/deletion-facts.js';
import { inOrder, type Fact } from '../../features/deletions/fact.js';
import { TEXTS } from './texts.js';

const { regulationFacts: texts } = TEXTS;

/**
 * Returns all facts about a regulation for the timeline and the history. Past facts come first,
 * sorted by time, and then future facts.
 */
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
      ...{ key: 'ordered', title: texts.created, tone: 'info', at: createdAt },
      detail:
        reason === undefined
          ? texts.createdBy(createdBy)
          : texts.withReason(texts.by(createdBy), reason),
    },
  ];
  if (regulationType !== 'delete') {
    facts.push({
      ...{ key: 'suppressed', tone: 'info', at: createdAt, isDated: true },
      title:
        sourceIds === undefined ? texts.suppressedEverywhere : texts.suppressedAt(sourceIds.length),
    });
  }
  if (deletions !== undefined && deletions.length > 0) {
    facts.push({
      ...{ key: 'asked', tone: 'info', at: createdAt },
      title: texts.deletionOrdered(deletions.length),
    });
  }
  return facts;
}

function endOf(regulation: Regulation): Fact[] {
  const { canceledAt, canceledBy, cancelReason, identifiersForgottenAt: forgottenAt } = regulation;
  const facts: Fact[] = [];
  if (canceledAt !== null) {
    const by = canceledBy === undefined ? undefined : texts.by(canceledBy);
    facts.push({
      ...{ key: 'canceled', at: canceledAt, title: texts.canceled, tone: 'warning' },
      detail:
        by === undefined || cancelReason === undefined
          ? (by ?? cancelReason ?? '')
          : texts.withReason(by, cancelReason),
    });
  }
  if (forgottenAt !== undefined) {
    facts.push({
      ...{ key: 'forgotten', at: forgottenAt, title: texts.purged, tone: 'neutral' },
      detail: texts.whatStays,
    });
  }
  return facts;
}
