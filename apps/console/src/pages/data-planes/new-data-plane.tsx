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

/** Its secret is shown once, with the variables of the data plane that it belongs into. */
export function NewDataPlane({ onClose }: { readonly onClose: () => void }) {
  const dataPlanes = useDataPlanes();
  const [name, setName] = useState('');
  const expiry = useExpiry(useMe().token.expiresAt);
  const body = { name: name.trim(), ...defined({ expiresAt: expiry.at }) };
  const making = useMutation({ mutationFn: () => dataPlanes.create(body), gcTime: 0 });
  if (making.data !== undefined) {
    const { dataPlane, secret } = making.data;
    return (
      <SecretOnce title={`${dataPlane.name} is made`} secret={secret} onClose={onClose}>
        <SetUp secret={secret} />
      </SecretOnce>
    );
  }
  const details = detailsOf(making.error);
  return (
    <CreateDialog
      title="New data plane"
      size="s"
      label="Make"
      isComplete={body.name !== '' && expiry.isComplete}
      making={making}
      onClose={onClose}
      request={{ path: '/v2/data-planes', body }}
    >
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        maxLength={200}
        placeholder="eu-1"
        error={details.name}
      />
      <ExpiryField choice={expiry} error={details.expiresAt} />
    </CreateDialog>
  );
}

/** The variables of a stock data plane. */
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
        <span>In the environment of a stock data plane</span>
        <CopyButton text={lines} label="Copy the variables" />
      </div>
      <pre tabIndex={0} aria-label="Variables">
        {lines}
      </pre>
      <p>
        The address is the one that you see this page at: give another where the data plane reaches
        Lethe by another name.
      </p>
    </div>
  );
}
