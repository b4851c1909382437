import { useNavigate } from '@tanstack/react-router';
import type { Destination } from '../../api/catalog.js';
import { useTransformations, type Transformation } from '../../api/transformations.js';
import { Button, ConfirmDialog, Dialog, toast, type Opening } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { deleteTransformation: texts } = TEXTS;

/**
 * Deletes a transformation. If destinations use it, shows these destinations instead, because the
 * API would respond with status 409.
 */
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
        title={texts.inUse}
        size="s"
        footer={
          <Button
            variant="primary"
            onClick={() => {
              opening.onOpenChange(false);
              void navigate({ to: '.', search: { tab: 'destinations' } });
            }}
          >
            {texts.showDestinations}
          </Button>
        }
      >
        {texts.whyNot(name, connected.map((one) => one.name).join(', '))}
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      {...opening}
      title={texts.question(name)}
      consequence={texts.consequence}
      confirmLabel={texts.confirm}
      danger
      onConfirm={() =>
        transformations.remove(id, async () => {
          toast.success(texts.done);
          await navigate({ to: '/transformations', ignoreBlocker: true });
        })
      }
    />
  );
}
