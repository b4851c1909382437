import { getRouteApi } from '@tanstack/react-router';
import { Search, UserSearch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useMe } from '../../api/session.js';
import { kindsOf } from './identifier-kinds.js';
import { lookUpBody } from '../../api/users.js';
import { takeUser, userInHand } from '../../features/users/user-in-hand.js';
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
import styles from './users.module.css';

const route = getRouteApi('/people');

export default function UsersPage() {
  const { by } = route.useSearch();
  const navigate = route.useNavigate();
  const { token } = useMe();
  const [handed] = useState(() => takeUser() ?? '');
  const [text, setText] = useState(handed);
  const [identifier, setIdentifier] = useState(handed);
  const [isFull, setFull] = useState(false);
  const isPrefix = by === 'prefix';
  const asked = { identifier, isFull };
  const look = (next: string) => {
    setText(next);
    setIdentifier(next);
    setFull(false);
  };
  // From the command bar, while this page is open.
  useEffect(
    () =>
      userInHand.subscribe(() => {
        const given = takeUser();
        if (given !== undefined) look(given);
      }),
    [],
  );
  const kind = kindsOf(identifier).at(-1) ?? 'userId';

  return (
    <>
      <PageHeader
        title="People"
        description="Whether a user is suppressed, and why; what is deleted where."
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
            look(text.trim());
          }}
        >
          <Select
            label="Find"
            value={by ?? 'one'}
            onChange={(next) => {
              setFull(false);
              void navigate({ search: next === 'prefix' ? { by: next } : {}, replace: true });
            }}
            options={[
              { value: 'one', label: 'One user' },
              { value: 'prefix', label: 'User ids that begin so' },
            ]}
          />
          <div className={styles.field}>
            <TextField
              label={
                isPrefix ? 'Beginning of the user id' : 'User id, e-mail address or phone number'
              }
              mono
              autoFocus
              value={text}
              onChange={setText}
              maxLength={512}
            />
          </div>
          <Button type="submit" variant="primary" icon={Search} disabled={text.trim() === ''}>
            Find
          </Button>
        </form>
        {identifier === '' ? (
          <EmptyState icon={UserSearch} title="Whom do you look for?">
            Paste an identifier as it was given with a regulation. It stays in this page: it is in
            no address, no history and no storage.
          </EmptyState>
        ) : (
          <>
            <Switch
              label="Show identifiers"
              hint={
                isFull
                  ? `Recorded in the log of the gateway, with the name of your token, ${token.name}.`
                  : `They are hidden. Showing them is recorded, with the name of your token, ${token.name}.`
              }
              checked={isFull}
              onChange={setFull}
            />
            {isPrefix ? (
              <FoundByPrefix
                asked={asked}
                onOpen={(userId) => {
                  look(userId);
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
