import { defined } from '@lethe/contracts/json';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataPlanes } from '../../api/access.js';
import { detailsOf } from '../../api/api-error.js';
import { useMe } from '../../api/session.js';
import { ExpiryField, useExpiry } from '../../features/access/expiry-field.js';
import { SecretOnce } from '../../features/access/secret-once.js';
import { CopyButton, CreateDialog, TextField } from '../../ui/index.js';
import styles from './data-planes.module.css';
import { TEXTS } from './texts.js';

const { newDataPlane: texts } = TEXTS;

/** Creates a data plane. Shows its secret once, with the environment variables to set. */
export function NewDataPlane({ onClose }: { readonly onClose: () => void }) {
  const dataPlanes = useDataPlanes();
  const [name, setName] = useState('');
  const expiry = useExpiry(useMe().token.expiresAt);
  const body = { name: name.trim(), ...defined({ expiresAt: expiry.at }) };
  const making = useMutation({ mutationFn: () => dataPlanes.create(body), gcTime: 0 });
  if (making.data !== undefined) {
    const { dataPlane, secret } = making.data;
    return (
      <SecretOnce title={texts.created(dataPlane.name)} secret={secret} onClose={onClose}>
        <SetUp secret={secret} />
      </SecretOnce>
    );
  }
  const details = detailsOf(making.error);
  return (
    <CreateDialog
      title={texts.title}
      size="s"
      label={texts.create}
      isComplete={body.name !== '' && expiry.isComplete}
      making={making}
      onClose={onClose}
      request={{ path: '/v2/data-planes', body }}
    >
      <TextField
        label={texts.name}
        value={name}
        onChange={setName}
        maxLength={200}
        placeholder={texts.exampleOfName}
        error={details.name}
      />
      <ExpiryField choice={expiry} error={details.expiresAt} />
    </CreateDialog>
  );
}

/** Shows the environment variables that connect an unmodified data plane to Lethe. */
function SetUp({ secret }: { readonly secret: string }) {
  const { origin } = location;
  const lines = [
    `CONFIG_BACKEND_URL=${origin}`,
    `SUPPRESS_USER_BACKEND_URL=${origin}`,
    `WORKSPACE_TOKEN=${secret}`,
  ].join('\n');
  return (
    <div className={styles.setUp}>
      <div>
        <span>{texts.variables}</span>
        <CopyButton text={lines} label={texts.copyVariables} />
      </div>
      <pre tabIndex={0} aria-label={texts.variablesLabel}>
        {lines}
      </pre>
      <p>{texts.address}</p>
    </div>
  );
}
