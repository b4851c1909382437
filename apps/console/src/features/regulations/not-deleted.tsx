import { useDestinationName } from '../../api/catalog.js';
import type { Regulation } from '../../api/regulations.js';
import { shared } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { notDeleted: texts } = TEXTS;

/** Maximum number of destinations in the list. */
const SHOWN = 20;

/** Names the destinations at which nothing is deleted, and why. Shows nothing if there are none. */
export function NotDeleted({
  of: { notDeleted = [], notDeletedCount = 0 },
}: {
  readonly of: Pick<Regulation, 'notDeleted' | 'notDeletedCount'>;
}) {
  const nameOf = useDestinationName();
  const shown = notDeleted.slice(0, SHOWN);
  if (notDeletedCount === 0) return null;
  return (
    <div>
      <p>
        <strong>{texts.title(notDeletedCount)}</strong>
      </p>
      <ul className={shared.list}>
        {shown.map(({ destinationId, reason }) => (
          <li key={destinationId}>{texts.at(nameOf(destinationId), reason)}</li>
        ))}
      </ul>
      {notDeletedCount > shown.length && <p>{texts.more(notDeletedCount - shown.length)}</p>}
    </div>
  );
}
