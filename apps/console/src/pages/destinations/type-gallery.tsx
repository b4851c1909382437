import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { typesQuery, type TypeSummary } from '../../api/definitions.js';
import { changed, type Without } from '../../lib/search.js';
import type { NewDestinationSearch } from './destinations.search.js';
import { Checkbox, Loading, TextField, Toolbar, shared } from '../../ui/index.js';
import styles from './destinations.module.css';
import { findTypes } from './find-types.js';

const route = getRouteApi('/destinations/new');
const CATEGORIES: Readonly<Record<string, string>> = {
  cloud: 'Cloud app',
  warehouse: 'Warehouse',
  stream: 'Stream',
  'object-store': 'Object store',
  spreadsheet: 'Spreadsheet',
  webhook: 'Your own endpoint',
  'file-transfer': 'File transfer',
  'stream-insert-warehouse': 'Warehouse',
  custom: 'Your own worker',
  'key-value-cache': 'Cache',
};

/** All types, found by typing; those at which Lethe can delete first. */
export function TypeGallery() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(typesQuery);
  const { data } = query;
  const { q = '', deletes = false } = search;
  const find = (change: Without<NewDestinationSearch>) =>
    void navigate({ search: changed(search, change), replace: true });
  if (data === undefined) {
    return <Loading query={query} lines={8} height={40} />;
  }
  const found = findTypes(data, q, deletes);
  const first = found.filter((type) => type.deletes);
  const others = found.filter((type) => !type.deletes);
  return (
    <>
      <Toolbar label="Filters">
        <div className={shared.find}>
          <TextField
            label="Find a type"
            hideLabel
            type="search"
            autoFocus
            placeholder={`Find among ${data.length} types`}
            value={q}
            onChange={(next) => find({ q: next || undefined })}
          />
        </div>
        <div className={styles.check}>
          <Checkbox
            label="Lethe can delete there"
            checked={deletes}
            onChange={(next) => find({ deletes: next || undefined })}
          />
        </div>
      </Toolbar>
      <span className="visually-hidden" role="status">
        {found.length} types
      </span>
      <Types title="Lethe can delete users there" types={first} />
      <Types title="They get events; users are deleted by their own means" types={others} />
      {found.length === 0 && (
        <p className={shared.quiet}>
          No type of that name.{' '}
          <Link to="/destinations/new" search={{ type: 'HTTP' }}>
            HTTP
          </Link>{' '}
          and{' '}
          <Link to="/destinations/new" search={{ type: 'WEBHOOK' }}>
            Webhook
          </Link>{' '}
          send to any address, and a{' '}
          <Link to="/destinations/new" search={{ type: 'CUSTOM' }}>
            worker of your own
          </Link>{' '}
          can delete anywhere.
        </p>
      )}
    </>
  );
}

function Types({
  title,
  types,
}: {
  readonly title: string;
  readonly types: readonly TypeSummary[];
}) {
  if (types.length === 0) return null;
  return (
    <section className={styles.types}>
      <h2>{title}</h2>
      <ul>
        {types.map(({ name, displayName, category, deletes }) => (
          <li key={name}>
            <Link to="/destinations/new" search={{ type: name }} className={styles.type}>
              <strong>{displayName}</strong>
              <span>
                {CATEGORIES[category] ?? category}
                {deletes && (
                  <span className={styles.deletes}>
                    <Check aria-hidden /> deletes
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
