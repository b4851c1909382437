import { defined } from '@lethe/contracts/json';
import { SCOPES } from '@lethe/contracts/roles-and-scopes';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTokens } from '../../api/access.js';
import { detailsOf } from '../../api/api-error.js';
import { useMe, type Scope } from '../../api/session.js';
import { ExpiryField, useExpiry } from '../../features/access/expiry-field.js';
import { ROLE_PRESETS, SCOPE_WORDS, type Bundle } from '../../features/access/scope-words.js';
import { SecretOnce } from '../../features/access/secret-once.js';
import { Button, Checkbox, CreateDialog, Mono, TextField, shared } from '../../ui/index.js';
import { TEXTS } from './texts.js';
import styles from './tokens.module.css';

const { newToken: texts } = TEXTS;

/** Creates a token with a subset of the user's scopes, and shows its secret once. */
export function NewToken({ onClose }: { readonly onClose: () => void }) {
  const me = useMe();
  const tokens = useTokens();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const expiry = useExpiry(me.token.expiresAt);
  const offered = SCOPES.filter((scope) => me.scopes.includes(scope));
  const bundles = (Object.keys(ROLE_PRESETS) as Bundle[]).filter((bundle) =>
    ROLE_PRESETS[bundle].every((scope) => me.scopes.includes(scope)),
  );
  const body = {
    ...{ name: name.trim(), scopes: offered.filter((scope) => scopes.includes(scope)) },
    ...defined({ expiresAt: expiry.at }),
  };
  const making = useMutation({ mutationFn: () => tokens.create(body), gcTime: 0 });
  if (making.data !== undefined) {
    const { token, secret } = making.data;
    return (
      <SecretOnce title={texts.created(token.name)} secret={secret} onClose={onClose}>
        <p className={shared.note}>
          {texts.scripts} <Mono>Authorization: Bearer …</Mono>
          {texts.people}
        </p>
      </SecretOnce>
    );
  }
  const details = detailsOf(making.error);
  return (
    <CreateDialog
      title={texts.title}
      label={texts.create}
      isComplete={body.name !== '' && body.scopes.length > 0 && expiry.isComplete}
      making={making}
      onClose={onClose}
      request={{ path: '/v2/tokens', body }}
    >
      <TextField
        label={texts.name}
        placeholder={texts.exampleOfName}
        hint={texts.nameHint}
        maxLength={200}
        value={name}
        onChange={setName}
        error={details.name}
      />
      <fieldset className={styles.scopes}>
        <legend>{texts.permissions}</legend>
        <div className={styles.bundles}>
          {bundles.map((bundle) => (
            <Button key={bundle} size="s" onClick={() => setScopes(ROLE_PRESETS[bundle])}>
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
        {offered.length < SCOPES.length && <p className={shared.note}>{texts.onlyOwn}</p>}
      </fieldset>
      <ExpiryField choice={expiry} error={details.expiresAt} />
    </CreateDialog>
  );
}
