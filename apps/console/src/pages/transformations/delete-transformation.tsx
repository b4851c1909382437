import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.js';
import { Button, ConfirmDialog, Dialog, toast } from '../../ui/index.js';
import type { Destination, Transformation } from './transformations.queries.js';

/** One that runs is disconnected first; the API holds to that (409), this says it before. */
export function DeleteTransformation({
  open,
  onOpenChange,
  transformation: { id, name },
  connected,
}: {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly transformation: Transformation;
  readonly connected: readonly Destination[];
}) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  if (connected.length > 0) {
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title="It still runs"
        size="s"
        footer={
          <Button
            variant="primary"
            onClick={() => {
              onOpenChange(false);
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
      open={open}
      onOpenChange={onOpenChange}
      title={`Delete ${name}?`}
      consequence="Its code, all its versions and its test cases go with it. That can’t be taken back."
      confirmLabel="Delete transformation"
      danger
      onConfirm={async () => {
        await api.DELETE('/transformations/{id}', { params: { path: { id } } });
        toast.success('Transformation deleted');
        await navigate({ to: '/transformations', ignoreBlocker: true });
        queries.removeQueries({ queryKey: ['transformations', 'one', id] });
        await queries.invalidateQueries({ queryKey: ['transformations'] });
      }}
    />
  );
}
