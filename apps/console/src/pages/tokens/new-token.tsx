import { defined } from '@lethe/contracts/json';
import { SCOPES } from '@lethe/contracts/roles-and-scopes';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTokens } from '../../api/access.js';
import { detailsOf } from '../../api/api-error.js';
import { useMe, type Scope } from '../../api/session.js';
import { ExpiryField, useExpiry } from '../../features/access/expiry-field.js';
import { BUNDLES, SCOPE_WORDS, type Bundle } from '../../features/access/scope-words.js';
import { SecretOnce } from '../../features/access/secret-once.js';
import { Button, Checkbox, CreateDialog, Mono, TextField, shared } from '../../ui/index.js';
import styles from './tokens.module.css';

/** A token with scopes within one's own. Its secret is shown once. */
export function NewToken({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  const tokens = useTokens();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const expiry = useExpiry(me.token.expiresAt);
  const offered = SCOPES.filter((scope) => me.scopes.includes(scope));
  const bundles = (Object.keys(BUNDLES) as Bundle[]).filter((bundle) =>
    BUNDLES[bundle].every((scope) => me.scopes.includes(scope)),
  );
  const body = {
    ...{ name: name.trim(), scopes: offered.filter((scope) => scopes.includes(scope)) },
    ...defined({ expiresAt: expiry.at }),
  };
  const making = useMutation({ mutationFn: () => tokens.create(body), gcTime: 0 });
  if (making.data !== undefined) {
    const { token, secret } = making.data;
    return (
      <SecretOnce title={`${token.name} is made`} secret={secret} onClose={onClose}>
        <p className={shared.note}>
          Scripts send it as <Mono>Authorization: Bearer …</Mono>; people sign in with it.
        </p>
      </SecretOnce>
    );
  }
  const details = detailsOf(making.error);
  return (
    <CreateDialog
      title="New token"
      label="Make"
      isComplete={body.name !== '' && body.scopes.length > 0 && expiry.isComplete}
      making={making}
      onClose={onClose}
      request={{ path: '/v2/tokens', body }}
    >
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
          <p className={shared.note}>Only what your own token may is offered.</p>
        )}
      </fieldset>
      <ExpiryField choice={expiry} error={details.expiresAt} />
    </CreateDialog>
  );
}
