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
import { unsavedDraft, FIRST_CODE } from '../../features/playground/code-examples.js';
import { TEXTS } from './texts.js';

const route = getRouteApi('/transformations/new');
const { newTransformationPage: texts } = TEXTS;

export default function NewTransformationPage() {
  const { destination } = route.useSearch();
  const navigate = route.useNavigate();
  const transformations = useTransformations();
  const [name, setName] = useState('');
  const [first] = useState(() => unsavedDraft.get() ?? FIRST_CODE);
  const [code, setCode] = useState(first);
  // An effect removes the draft, because React can call the initialiser of a state twice.
  useEffect(() => unsavedDraft.set(undefined), []);
  const body = { name: name.trim(), code };
  const create = useMutation({
    mutationFn: () => transformations.create(body),
    onSuccess: async ({ id }) => {
      toast.success(texts.created, texts.whatToDo);
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
        title={texts.title}
        crumbs={[{ label: texts.transformations, to: '/transformations' }]}
        description={texts.description}
        actions={
          <>
            <CurlButton request={{ path: '/transformations', body }} />
            <Button
              variant="primary"
              pending={create.isPending}
              disabled={body.name === ''}
              onClick={save}
            >
              {texts.create}
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
              label={texts.name}
              value={name}
              onChange={setName}
              placeholder={texts.exampleOfName}
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
      <UnsavedDialog isUnsaved={code !== first || name !== ''} consequence={texts.unsaved} />
    </div>
  );
}
