import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { detailsOf } from '../../api/api-error.js';
import { newId, useDestinations } from '../../api/catalog.js';
import { type Definition, definitionQuery } from '../../api/definitions.js';
import { testUnsavedDestination } from '../../api/tests.js';
import { ConfigForm } from './form/config-form.js';
import { configOf, missingIn, withoutSecrets, type Values } from './form/config-values.js';
import { labelOf } from './form/field-label.js';
import {
  Button,
  ButtonLink,
  Card,
  Checkbox,
  CurlButton,
  ErrorState,
  PageHeader,
  shared,
  Skeleton,
  Stack,
  TextField,
  toast,
} from '../../ui/index.js';
import { EventTest, unsavedStages } from './event-test.js';
import { TypeGallery } from './type-gallery.js';
import { WhatItDeletes } from './what-it-deletes.js';

const route = getRouteApi('/destinations/new');
const CRUMBS = [{ label: 'Destinations', to: '/destinations' }] as const;

export default function NewDestinationPage() {
  const { type } = route.useSearch();
  if (type !== undefined) return <OfType key={type} type={type} />;
  return (
    <>
      <PageHeader title="New destination" crumbs={CRUMBS} description="What is it?" />
      <TypeGallery />
    </>
  );
}

function OfType({ type }: { readonly type: string }) {
  const { data, error, refetch } = useQuery(definitionQuery(type));
  if (data !== undefined) return <NewDestinationForm definition={data} />;
  return (
    <>
      <PageHeader title="New destination" crumbs={CRUMBS} />
      {error === null ? (
        <Skeleton lines={6} height={32} />
      ) : (
        <Stack>
          <ErrorState error={error} onRetry={() => void refetch()} />
          <div>
            <ButtonLink to="/destinations/new">Choose another type</ButtonLink>
          </div>
        </Stack>
      )}
    </>
  );
}

function NewDestinationForm({ definition }: { readonly definition: Definition }) {
  const navigate = route.useNavigate();
  const destinations = useDestinations();
  const [name, setName] = useState(definition.displayName);
  const [enabled, setEnabled] = useState(true);
  const [edited, setEdited] = useState<Values>({});
  /** What the API found wrong at last, by path: on saving, or on a test. */
  const [details, setDetails] = useState<Readonly<Record<string, string>>>({});
  const [missing, setMissing] = useState<readonly string[]>([]);
  // One id for one form: pressed twice, or tried again after a lost answer, it makes one destination.
  const [id] = useState(() => newId('dst'));
  const { fields, secretKeys } = definition.config;
  const config = configOf(fields, edited);
  const shown = withoutSecrets(fields, secretKeys, config);
  const body = { id, name: name.trim(), type: definition.name, enabled, config };
  const lacking = missingIn(fields, edited);
  const isFilledIn = () => {
    setMissing(lacking);
    return lacking.length === 0;
  };
  const create = useMutation({
    mutationFn: () => destinations.create(body),
    onSuccess: async ({ destination }) => {
      toast.success('Destination created', 'It gets events once a source is connected.');
      await navigate({ to: '/destinations/$id', params: { id: destination.id } });
    },
    onError: (error) => setDetails(detailsOf(error)),
    gcTime: 0,
  });

  return (
    <>
      <PageHeader
        title="New destination"
        heading={`New destination: ${definition.displayName}`}
        crumbs={CRUMBS}
        description="It gets no events before a source is connected to it. So: test it with one event, create it, then connect it."
      />
      <div className={shared.columns}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isFilledIn()) create.mutate();
          }}
        >
          <Stack>
            <Card title="Settings">
              <div className={shared.form}>
                <TextField
                  label="Name"
                  hint="What people call it here."
                  value={name}
                  maxLength={200}
                  onChange={setName}
                  error={details.name}
                />
                <ConfigForm
                  definition={definition}
                  stored={{}}
                  edited={edited}
                  onEdit={(field, value) => {
                    setEdited((before) => ({ ...before, [field]: value }));
                    setMissing((before) => before.filter((one) => one !== field));
                  }}
                  details={details}
                  missing={missing}
                />
                <Checkbox
                  label="Enabled"
                  hint="One that is disabled gets no events, and can be tried all the same."
                  checked={enabled}
                  onChange={setEnabled}
                />
                {create.isError && <ErrorState compact error={create.error} />}
              </div>
            </Card>
            <div className={shared.row}>
              <CurlButton
                withLabel
                request={{
                  path: '/v2/destinations',
                  body: { ...body, config: shown },
                }}
              />
              <span className={shared.room} />
              <ButtonLink to="/destinations/new">Another type</ButtonLink>
              <Button
                type="submit"
                variant="primary"
                pending={create.isPending}
                disabled={name.trim() === ''}
              >
                Create
              </Button>
            </div>
          </Stack>
        </form>
        <Stack>
          <EventTest
            title="Test it before you save"
            definition={definition}
            note={
              lacking.length > 0
                ? `Fill in first what it does not work without: ${lacking.map(labelOf).join(', ')}.`
                : 'With what is typed in now. It is kept nowhere.'
            }
            check={isFilledIn}
            ask={(message, send) =>
              testUnsavedDestination({
                type: body.type,
                config,
                message,
                stage: unsavedStages(send),
              })
            }
            onDetails={setDetails}
            curl={(message) => ({
              path: '/v0/testDestination',
              body: { type: body.type, config: shown, message, stage: unsavedStages(false) },
            })}
          />
          <WhatItDeletes definition={definition} />
        </Stack>
      </div>
    </>
  );
}
