import type { Definition } from '../../api/definitions.js';
import { Card, Facts, Mono, shared } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { whatItDeletes: texts } = TEXTS;

/** Shows how Lethe deletes data at destinations of a type. */
export function WhatItDeletes({ definition }: { readonly definition: Definition }) {
  const { supported, reason, ...how } = definition.capabilities.deletion;
  return (
    <Card title={texts.title}>
      {supported ? (
        <Facts
          facts={[
            [
              texts.findsBy,
              <span key="by" className={shared.row}>
                {(how.identifiers ?? []).map((identifier) => (
                  <Mono key={identifier}>{identifier}</Mono>
                ))}
                {(how.identifiers?.length ?? 0) > 1 && <span>{texts.anyOfThem}</span>}
              </span>,
            ],
            [texts.usersInCall, how.batchSize && texts.upTo(how.batchSize)],
            [texts.calls, how.requestsPerSecond && texts.perSecond(how.requestsPerSecond)],
            [texts.accepted, how.acceptedDays && texts.acceptedDays(how.acceptedDays)],
            [texts.failures, texts.whatFollows],
          ]}
        />
      ) : (
        <div className={shared.quiet}>
          <p>{reason ?? texts.unsupported}</p>
          <p>{texts.whatToDo}</p>
        </div>
      )}
    </Card>
  );
}
