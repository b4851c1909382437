import { useNavigate } from '@tanstack/react-router';
import type { Destination } from '../../api/catalog.js';
import { useTransformations, type Transformation } from '../../api/transformations.js';
import { Button, ConfirmDialog, Dialog, toast, type Opening } from '../../ui/index.js';

/** One that runs is disconnected first; the API holds to that (409), this says it before. */
export function DeleteTransformation({
  transformation: { id, name },
  connected,
  ...opening
}: Opening & {
  readonly transformation: Transformation;
  readonly connected: readonly Destination[];
}) {
  const navigate = useNavigate();
  const transformations = useTransformations();
  if (connected.length > 0) {
    return (
      <Dialog
        {...opening}
        title="It still runs"
        size="s"
        footer={
          <Button
            variant="primary"
            onClick={() => {
              opening.onOpenChange(false);
              void navigate({ to: '.', search: { tab: 'destinations' } });
            }}
          >
            Show its destinations
          </Button>
        }
      >
        {name} is connected to {connected.map((one) => one.name).join(', ')}. Events there would go
        on unchanged. Disconnect it first, then delete it.
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      {...opening}
      title={`Delete ${name}?`}
      consequence="Its code, all its versions and its test cases go with it. That can’t be taken back."
      confirmLabel="Delete transformation"
      danger
      onConfirm={() =>
        transformations.remove(id, async () => {
          toast.success('Transformation deleted');
          await navigate({ to: '/transformations', ignoreBlocker: true });
        })
      }
    />
  );
}
