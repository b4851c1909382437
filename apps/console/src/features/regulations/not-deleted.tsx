import { useDestinationName } from '../../api/catalog.js';
import type { Regulation } from '../../api/regulations.js';
import { shared } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { notDeleted: texts } = TEXTS;

/** Maximum number of destinations in the list. */
const SHOWN = 20;

interface Props {
  readonly of: Pick<Regulation, 'notDeleted' | 'notDeletedCount'>;
}

/** Returns a fact that names the destinations at which nothing is deleted, and why. */
export function notDeletedFact({ of }: Props) {
  return [texts.fact, (of.notDeletedCount ?? 0) > 0 && <List of={of} />] as const;
}

/** Names the destinations at which nothing is deleted, and why. Shows nothing if there are none. */
export function NotDeleted({ of }: Props) {
  const { notDeletedCount = 0 } = of;
  if (notDeletedCount === 0) return null;
  return (
    <div>
      <p>
        <strong>{texts.title(notDeletedCount)}</strong>
      </p>
      <List of={of} />
    </div>
  );
}

function List({ of: { notDeleted = [], notDeletedCount = 0 } }: Props) {
  const nameOf = useDestinationName();
  const shown = notDeleted.slice(0, SHOWN);
  return (
    <>
      <ul className={shared.list}>
        {shown.map(({ destinationId, reason }) => (
          <li key={destinationId}>{texts.at(nameOf(destinationId), reason)}</li>
        ))}
      </ul>
      {notDeletedCount > shown.length && <p>{texts.more(notDeletedCount - shown.length)}</p>}
    </>
  );
}
