import { Terminal } from 'lucide-react';
import { useState } from 'react';
import { toCurl, type CurlRequest } from '../lib/curl.js';
import { Button, IconButton } from './button.js';
import { CopyButton } from './copy-button.js';
import styles from './curl-button.module.css';
import { Dialog } from './dialog.js';

/** Shows what this page asks, or would send, as a command; the token is `$LETHE_TOKEN` in it. */
export function CurlButton({
  request,
  withLabel = false,
}: {
  readonly request: CurlRequest;
  readonly withLabel?: boolean;
}) {
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  const command = open ? toCurl(location.origin, request) : '';
  return (
    <>
      {withLabel ? (
        <Button icon={Terminal} onClick={show}>
          As curl
        </Button>
      ) : (
        <IconButton icon={Terminal} label="This request as curl" onClick={show} />
      )}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="This request as curl"
        description="The same for a script. Put a token into LETHE_TOKEN first."
        size="l"
        footer={<CopyButton text={command} label="Copy" withLabel size="m" />}
      >
        <pre className={styles.command} tabIndex={0} aria-label="Command">
          {command}
        </pre>
      </Dialog>
    </>
  );
}
