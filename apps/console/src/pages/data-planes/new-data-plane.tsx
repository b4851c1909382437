import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api, dataOf } from '../../api/client.js';
import { useMe } from '../../api/session.js';
import { ExpiryField, useExpiry } from '../../features/access/expiry-field.js';
import { SecretOnce } from '../../features/access/secret-once.js';
import {
  Button,
  CopyButton,
  CurlButton,
  Dialog,
  ErrorState,
  Stack,
  TextField,
} from '../../ui/index.js';
import styles from './data-planes.module.css';

/** Its secret is shown once, with the variables of the data plane that it belongs into. */
export function NewDataPlane({
  open,
  onOpenChange,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}) {
  const [name, setName] = useState('');
  const expiry = useExpiry(useMe().token.expiresAt);
  const queries = useQueryClient();
  const body = {
    name: name.trim(),
    ...(expiry.at !== undefined && { expiresAt: expiry.at }),
  };
  const make = useMutation({
    mutationFn: () => dataOf(api.POST('/v2/data-planes', { body })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['data-planes'] }),
    gcTime: 0,
  });
  const close = (next: boolean) => {
    onOpenChange(next);
    if (next) return;
    setName('');
    expiry.reset();
    make.reset();
  };
  if (open && make.data !== undefined) {
    const { dataPlane, secret } = make.data;
    return (
      <SecretOnce title={`${dataPlane.name} is made`} secret={secret} onClose={() => close(false)}>
        <SetUp secret={secret} />
      </SecretOnce>
    );
  }
  const details = make.error instanceof ApiError ? make.error.details : {};
  const isComplete = body.name !== '' && expiry.isComplete;
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title="New data plane"
      size="s"
      footer={
        <>
          <CurlButton request={{ path: '/v2/data-planes', body }} />
          <Button onClick={() => close(false)}>Cancel</Button>
          <Button
            type="submit"
            form="new-data-plane"
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
        id="new-data-plane"
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete && !make.isPending) make.mutate();
        }}
      >
        <Stack>
          <TextField
            label="Name"
            value={name}
            onChange={setName}
            maxLength={200}
            placeholder="eu-1"
            error={details.name}
          />
          <ExpiryField choice={expiry} error={details.expiresAt} />
          {make.isError && <ErrorState compact error={make.error} />}
        </Stack>
      </form>
    </Dialog>
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
