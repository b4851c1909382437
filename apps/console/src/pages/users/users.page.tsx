import { getRouteApi } from '@tanstack/react-router';
import { Search, UserSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMe } from '../../api/session.js';
import { kindsOf } from './identifier-kinds.js';
import { lookUpBody } from '../../api/users.js';
import { takePassedUser, passedUser } from '../../features/users/passed-user.js';
import { termPage } from '../../lib/guides.js';
import {
  Button,
  EmptyState,
  PageHeader,
  Select,
  Stack,
  Switch,
  TextField,
} from '../../ui/index.js';
import { FoundByPrefix } from './found-by-prefix.js';
import { FoundUsers } from './found-users.js';
import { TEXTS } from './texts.js';
import styles from './users.module.css';

const route = getRouteApi('/users');
const { usersPage: texts } = TEXTS;

export default function UsersPage() {
  const { by } = route.useSearch();
  const navigate = route.useNavigate();
  const { token } = useMe();
  const [handed] = useState(() => takePassedUser() ?? '');
  const [text, setText] = useState(handed);
  const [identifier, setIdentifier] = useState(handed);
  const [isFull, setFull] = useState(false);
  const isPrefix = by === 'prefix';
  const asked = { identifier, isFull };
  const find = (next: string) => {
    setText(next);
    setIdentifier(next);
    setFull(false);
  };
  // The command bar can pass another user while this page is open.
  useEffect(
    () =>
      passedUser.subscribe(() => {
        const given = takePassedUser();
        if (given !== undefined) find(given);
      }),
    [],
  );
  const kind = kindsOf(identifier).at(-1) ?? 'userId';

  return (
    <>
      <PageHeader
        title={texts.title}
        guide={termPage('user')}
        description={texts.description}
        {...(identifier !== '' && {
          request: isPrefix
            ? {
                path: '/v2/users/search',
                body: { prefix: identifier, identifiers: isFull ? 'full' : 'masked' },
              }
            : { path: '/v2/users/lookup', body: lookUpBody(kind, asked) },
        })}
      />
      <Stack>
        <form
          className={styles.form}
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            find(text.trim());
          }}
        >
          <Select
            label={texts.find}
            value={by ?? 'one'}
            onChange={(next) => {
              setFull(false);
              void navigate({ search: next === 'prefix' ? { by: next } : {}, replace: true });
            }}
            options={[
              { value: 'one', label: texts.oneUser },
              { value: 'prefix', label: texts.byPrefix },
            ]}
          />
          <div className={styles.field}>
            <TextField
              label={isPrefix ? texts.prefix : texts.identifier}
              mono
              autoFocus
              value={text}
              onChange={setText}
              maxLength={512}
            />
          </div>
          <Button type="submit" variant="primary" icon={Search} disabled={text.trim() === ''}>
            {texts.find}
          </Button>
        </form>
        {identifier === '' ? (
          <EmptyState icon={UserSearch} title={texts.nothingYet}>
            {texts.howTo}
          </EmptyState>
        ) : (
          <>
            <Switch
              label={texts.showIdentifiers}
              hint={isFull ? texts.areShown(token.name) : texts.areHidden(token.name)}
              checked={isFull}
              onChange={setFull}
            />
            {isPrefix ? (
              <FoundByPrefix
                asked={asked}
                onOpen={(userId) => {
                  find(userId);
                  void navigate({ search: {} });
                }}
              />
            ) : (
              <FoundUsers asked={asked} />
            )}
          </>
        )}
      </Stack>
    </>
  );
}
