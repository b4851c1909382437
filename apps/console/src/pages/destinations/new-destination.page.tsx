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
import { TEXTS } from './texts.js';
import { TypeGallery } from './type-gallery.js';
import { WhatItDeletes } from './what-it-deletes.js';

const route = getRouteApi('/destinations/new');
const { newDestinationPage: texts } = TEXTS;
const CRUMBS = [{ label: texts.destinations, to: '/destinations' }] as const;

export default function NewDestinationPage() {
  const { type } = route.useSearch();
  if (type !== undefined) return <OfType key={type} type={type} />;
  return (
    <>
      <PageHeader title={texts.title} crumbs={CRUMBS} description={texts.chooseType} />
      <TypeGallery />
    </>
  );
}

function OfType({ type }: { readonly type: string }) {
  const { data, error, refetch } = useQuery(definitionQuery(type));
  if (data !== undefined) return <NewDestinationForm definition={data} />;
  return (
    <>
      <PageHeader title={texts.title} crumbs={CRUMBS} />
      {error === null ? (
        <Skeleton lines={6} height={32} />
      ) : (
        <Stack>
          <ErrorState error={error} onRetry={() => void refetch()} />
          <div>
            <ButtonLink to="/destinations/new">{texts.otherType}</ButtonLink>
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
  /** Errors of the API by path, from the last save or test. */
  const [details, setDetails] = useState<Readonly<Record<string, string>>>({});
  const [missing, setMissing] = useState<readonly string[]>([]);
  // The form keeps one id, so a second click or a retry cannot create a second destination.
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
      toast.success(texts.created, texts.whenUsed);
      await navigate({ to: '/destinations/$id', params: { id: destination.id } });
    },
    onError: (error) => setDetails(detailsOf(error)),
    gcTime: 0,
  });

  return (
    <>
      <PageHeader
        title={texts.title}
        heading={texts.heading(definition.displayName)}
        crumbs={CRUMBS}
        description={texts.description}
      />
      <div className={shared.columns}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isFilledIn()) create.mutate();
          }}
        >
          <Stack>
            <Card title={texts.settings}>
              <div className={shared.form}>
                <TextField
                  label={texts.name}
                  hint={texts.nameHint}
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
                  label={texts.enabled}
                  hint={texts.enabledHint}
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
              <ButtonLink to="/destinations/new">{texts.otherType}</ButtonLink>
              <Button
                type="submit"
                variant="primary"
                pending={create.isPending}
                disabled={name.trim() === ''}
              >
                {texts.create}
              </Button>
            </div>
          </Stack>
        </form>
        <Stack>
          <EventTest
            title={texts.test}
            definition={definition}
            note={
              lacking.length > 0 ? texts.fillIn(lacking.map(labelOf).join(', ')) : texts.withValues
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
