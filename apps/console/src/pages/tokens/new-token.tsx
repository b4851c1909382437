import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api, dataOf } from '../../api/client.js';
import { useMe, type Scope } from '../../api/session.js';
import { ExpiryField, useExpiry } from '../../features/access/expiry-field.js';
import { SecretOnce } from '../../features/access/secret-once.js';
import {
  Button,
  Checkbox,
  CurlButton,
  Dialog,
  ErrorState,
  Mono,
  Stack,
  TextField,
} from '../../ui/index.js';
import { BUNDLES, SCOPE_WORDS, SCOPES, type Bundle } from '../../features/access/scope-words.js';
import styles from './tokens.module.css';

/** A token with scopes within one's own. Its secret is shown once. */
export function NewToken({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const me = useMe();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const expiry = useExpiry(me.token.expiresAt);
  const offered = SCOPES.filter((scope) => me.scopes.includes(scope));
  const bundles = (Object.keys(BUNDLES) as Bundle[]).filter((bundle) =>
    BUNDLES[bundle].every((scope) => me.scopes.includes(scope)),
  );
  const body = {
    name: name.trim(),
    scopes: offered.filter((scope) => scopes.includes(scope)),
    ...(expiry.at !== undefined && { expiresAt: expiry.at }),
  };
  const make = useMutation({
    mutationFn: () => dataOf(api.POST('/v2/tokens', { body })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['tokens'] }),
    gcTime: 0,
  });
  const close = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    setName('');
    setScopes([]);
    expiry.reset();
    make.reset();
  };
  if (open && make.data !== undefined) {
    return (
      <SecretOnce
        title={`${make.data.token.name} is made`}
        secret={make.data.secret}
        onClose={() => close(false)}
      >
        <p className={styles.note}>
          Scripts send it as <Mono>Authorization: Bearer …</Mono>; people sign in with it.
        </p>
      </SecretOnce>
    );
  }
  const details = make.error instanceof ApiError ? make.error.details : {};
  const isComplete = body.name !== '' && body.scopes.length > 0 && expiry.isComplete;
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="New token"
      footer={
        <>
          <CurlButton request={{ path: '/v2/tokens', body }} />
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button
            type="submit"
            form="new-token"
            variant="primary"
            pending={make.isPending}
            disabled={!isComplete}
          >
            Make
          </Button>
        </>
      }
    >
      <form
        id="new-token"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !make.isPending) make.mutate();
        }}
      >
        <Stack>
          <TextField
            label="Name"
            placeholder="ci"
            hint="Who or what uses it. It is shown beside what it did, and stays taken."
            maxLength={200}
            value={name}
            onChange={setName}
            error={details.name}
          />
          <fieldset className={styles.scopes}>
            <legend>It may</legend>
            <div className={styles.bundles}>
              {bundles.map((bundle) => (
                <Button key={bundle} size="s" onClick={() => setScopes(BUNDLES[bundle])}>
                  {bundle}
                </Button>
              ))}
            </div>
            {offered.map((scope) => (
              <Checkbox
                key={scope}
                label={<Mono>{scope}</Mono>}
                hint={SCOPE_WORDS[scope]}
                checked={scopes.includes(scope)}
                onChange={(checked) =>
                  setScopes((before) =>
                    checked ? [...before, scope] : before.filter((one) => one !== scope),
                  )
                }
              />
            ))}
            {offered.length < SCOPES.length && (
              <p className={styles.note}>Only what your own token may is offered.</p>
            )}
          </fieldset>
          <ExpiryField choice={expiry} error={details.expiresAt} />
          {make.isError && <ErrorState compact error={make.error} />}
        </Stack>
      </form>
    </Dialog>
  );
}
