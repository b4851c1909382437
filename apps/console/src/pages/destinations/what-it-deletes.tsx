import type { Definition } from '../../api/definitions.js';
import { formatNumber } from '../../lib/format-time.js';
import { Card, Facts, Mono, shared } from '../../ui/index.js';

/** What a type can delete and how, from its definition. */
export function WhatItDeletes({ definition }: { readonly definition: Definition }) {
  const { supported, reason, ...how } = definition.capabilities.deletion;
  return (
    <Card title="What it can delete">
      {supported ? (
        <Facts
          facts={[
            [
              'Finds users by',
              <span key="by" className={shared.row}>
                {(how.identifiers ?? []).map((identifier) => (
                  <Mono key={identifier}>{identifier}</Mono>
                ))}
                {(how.identifiers?.length ?? 0) > 1 && <span>any of them</span>}
              </span>,
            ],
            ['Users in one call', how.batchSize && `up to ${formatNumber(how.batchSize)}`],
            [
              'Calls',
              how.requestsPerSecond && `up to ${formatNumber(how.requestsPerSecond)} a second`,
            ],
            [
              'After it has accepted',
              how.acceptedDays && `it may take up to ${how.acceptedDays} days`,
            ],
            [
              'How often',
              'Once, and again after a failure: four times at most, then somebody has to look.',
            ],
          ]}
        />
      ) : (
        <div className={shared.quiet}>
          <p>{reason ?? 'Lethe cannot delete users there.'}</p>
          <p>
            A regulation that names it is refused. To have these deletions in one place all the
            same, make a destination of the type Own system: a worker of your own takes its jobs.
          </p>
        </div>
      )}
    </Card>
  );
}
