import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { typesQuery, type TypeSummary } from '../../api/definitions.js';
import { changed, type Without } from '../../lib/search.js';
import type { NewDestinationSearch } from './destinations.search.js';
import { Checkbox, Loading, TextField, Toolbar, shared } from '../../ui/index.js';
import styles from './destinations.module.css';
import { findTypes } from './find-types.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/destinations/new');
const { typeGallery: texts } = TEXTS;
const CATEGORIES: Readonly<Record<string, string>> = texts.categories;

/** Shows all destination types and a search field. Types where Lethe can delete data come first. */
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
      <Toolbar label={texts.filters}>
        <div className={shared.find}>
          <TextField
            label={texts.find}
            hideLabel
            type="search"
            autoFocus
            placeholder={texts.findAmong(data.length)}
            value={q}
            onChange={(next) => find({ q: next || undefined })}
          />
        </div>
        <div className={styles.check}>
          <Checkbox
            label={texts.onlyDeleting}
            checked={deletes}
            onChange={(next) => find({ deletes: next || undefined })}
          />
        </div>
      </Toolbar>
      <span className="visually-hidden" role="status">
        {texts.found(found.length)}
      </span>
      <Types title={texts.deleting} types={first} />
      <Types title={texts.others} types={others} />
      {found.length === 0 && (
        <p className={shared.quiet}>
          {texts.noMatch}{' '}
          <Link to="/destinations/new" search={{ type: 'HTTP' }}>
            {texts.http}
          </Link>{' '}
          {texts.and}{' '}
          <Link to="/destinations/new" search={{ type: 'WEBHOOK' }}>
            {texts.webhook}
          </Link>{' '}
          {texts.sendAnywhere}{' '}
          <Link to="/destinations/new" search={{ type: 'CUSTOM' }}>
            {texts.worker}
          </Link>{' '}
          {texts.deletesAnywhere}
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
                    <Check aria-hidden /> {texts.deletes}
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
