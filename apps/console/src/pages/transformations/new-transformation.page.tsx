import { defined } from '@lethe/contracts/json';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { detailsOf } from '../../api/api-error.js';
import { useTransformations } from '../../api/transformations.js';
import {
  Button,
  CurlButton,
  ErrorState,
  PageHeader,
  Stack,
  TextField,
  toast,
  UnsavedDialog,
} from '../../ui/index.js';
import { Workbench } from '../../features/playground/workbench.js';
import { draftInHand, FIRST_CODE } from '../../features/playground/code-examples.js';

const route = getRouteApi('/transformations/new');

export default function NewTransformationPage() {
  const { destination } = route.useSearch();
  const navigate = route.useNavigate();
  const transformations = useTransformations();
  const [name, setName] = useState('');
  const [first] = useState(() => draftInHand.get() ?? FIRST_CODE);
  const [code, setCode] = useState(first);
  // After it was read: React may ask twice.
  useEffect(() => draftInHand.set(undefined), []);
  const body = { name: name.trim(), code };
  const create = useMutation({
    mutationFn: () => transformations.create(body),
    onSuccess: async ({ id }) => {
      toast.success(
        'Transformation created',
        'It runs for nothing yet: connect it to a destination.',
      );
      await navigate({
        to: '/transformations/$id',
        params: { id },
        search: defined({ destination }),
        ignoreBlocker: true,
      });
    },
  });
  const details = detailsOf(create.error);
  const save = () => {
    if (body.name !== '' && !create.isPending) create.mutate();
  };

  return (
    <div data-wide>
      <PageHeader
        title="New transformation"
        crumbs={[{ label: 'Transformations', to: '/transformations' }]}
        description="It is tried on the event at the left as you type. Nothing is sent, and nothing saved until you say so."
        actions={
          <>
            <CurlButton request={{ path: '/transformations', body }} />
            <Button
              variant="primary"
              pending={create.isPending}
              disabled={body.name === ''}
              onClick={save}
            >
              Create
            </Button>
          </>
        }
      />
      <Stack>
        {create.isError && <ErrorState compact error={create.error} />}
        <Workbench
          code={code}
          onCodeChange={setCode}
          onSave={save}
          lead={
            <TextField
              label="Name"
              value={name}
              onChange={setName}
              placeholder="Mask e-mail"
              error={details.name}
              autoFocus
            />
          }
          destinationId={destination}
          onDestinationChange={(chosen) =>
            void navigate({ search: defined({ destination: chosen }), replace: true })
          }
        />
      </Stack>
      <UnsavedDialog
        isUnsaved={code !== first || name !== ''}
        consequence="What you wrote would be lost."
      />
    </div>
  );
}
