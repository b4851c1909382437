import { Terminal } from 'lucide-react';
import { useState } from 'react';
import { toCurl, type CurlRequest } from '../lib/curl.js';
import { Button, IconButton } from './button.js';
import { CopyButton } from './copy-button.js';
import styles from './curl-button.module.css';
import { Dialog } from './dialog.js';
import { TEXTS } from './texts.js';

/** Shows a request as a curl command with `$LETHE_TOKEN` as the token. */
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
          {TEXTS.curlButton.show}
        </Button>
      ) : (
        <IconButton icon={Terminal} label={TEXTS.curlButton.showThisRequest} onClick={show} />
      )}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={TEXTS.curlButton.title}
        description={TEXTS.curlButton.description}
        size="l"
        footer={<CopyButton text={command} label={TEXTS.curlButton.copy} withLabel size="m" />}
      >
        <pre className={styles.command} tabIndex={0} aria-label={TEXTS.curlButton.command}>
          {command}
        </pre>
      </Dialog>
    </>
  );
}
