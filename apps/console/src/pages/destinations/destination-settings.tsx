import { useMutation } from '@tanstack/react-query';
import { ApiError, detailsOf } from '../../api/api-error.js';
import { useDestinations, type Destination } from '../../api/catalog.js';
import type { Definition } from '../../api/definitions.js';
import { useMay } from '../../api/session.js';
import { textOf } from '../../lib/parse-events.js';
import {
  Button,
  Card,
  CurlButton,
  ErrorState,
  Facts,
  Mono,
  shared,
  Stack,
  TextField,
  toast,
} from '../../ui/index.js';
import type { DestinationDraft } from './destination-draft.js';
import styles from './destinations.module.css';
import { ConfigForm } from './form/config-form.js';
import { withoutSecrets } from './form/config-values.js';
import { labelOf } from './form/field-label.js';

/** Name and configuration. Saved is what was touched, and only to the version that was read. */
export function DestinationSettings({
  destination,
  definition,
  draft,
}: {
  readonly destination: Destination;
  readonly definition: Definition;
  readonly draft: DestinationDraft;
}) {
  const mayWrite = useMay()('catalog:write');
  const destinations = useDestinations();
  const { id } = destination;
  const save = useMutation({
    mutationFn: () => destinations.change(id, draft.etag, draft.patch, draft.saved),
    onSuccess: () => {
      toast.success('Saved', 'Data planes take it with their next look at the configuration.');
    },
    gcTime: 0,
  });
  const discard = () => {
    draft.discard();
    save.reset();
  };
  if (!mayWrite) return <ReadOnly destination={destination} />;
  const { fields, secretKeys } = definition.config;
  const details = detailsOf(save.error);
  const { config = {} } = draft.patch;

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.isDirty) save.mutate();
      }}
    >
      <Stack>
        <Card title="Settings">
          <div className={shared.form}>
            <TextField
              label="Name"
              value={draft.draft.name ?? destination.name}
              maxLength={200}
              onChange={draft.setName}
              error={details.name}
            />
            <ConfigForm
              definition={definition}
              stored={destination.config}
              edited={draft.draft.config}
              onEdit={draft.edit}
              details={details}
            />
          </div>
        </Card>
        {draft.changedMeanwhile !== undefined && (
          // Somebody else has saved meanwhile: nothing is lost, and nothing is overwritten unseen.
          <div role="alert" className={styles.notice}>
            <strong>Somebody changed it while you were editing.</strong>
            <p>
              {draft.changedMeanwhile.length === 0
                ? 'What they changed is not shown here, a secret perhaps.'
                : `Changed: ${draft.changedMeanwhile.join(', ')}.`}{' '}
              Fields that you did not touch show the new values; yours are kept, and not saved yet.
            </p>
            <div className={shared.row}>
              <Button
                size="s"
                onClick={() => {
                  draft.goOn();
                  save.reset();
                }}
              >
                Keep mine on top
              </Button>
              <Button size="s" onClick={discard}>
                Take theirs
              </Button>
            </div>
          </div>
        )}
        {save.isError && !(isConflict(save.error) && draft.changedMeanwhile !== undefined) && (
          <ErrorState compact error={save.error} />
        )}
        <div className={shared.row}>
          <CurlButton
            withLabel
            request={{
              ...{ method: 'PATCH', path: `/v2/destinations/${id}` },
              ...(draft.etag !== undefined && { headers: { 'If-Match': draft.etag } }),
              body: {
                ...draft.patch,
                ...(draft.patch.config && { config: withoutSecrets(fields, secretKeys, config) }),
              },
            }}
          />
          <span className={shared.room} />
          <Button disabled={!draft.isDirty || save.isPending} onClick={discard}>
            Discard
          </Button>
          <Button
            type="submit"
            variant="primary"
            pending={save.isPending}
            disabled={!draft.isDirty || draft.changedMeanwhile !== undefined}
          >
            Save
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function ReadOnly({ destination: { name, config } }: { readonly destination: Destination }) {
  return (
    <Card title="Settings">
      <Facts
        facts={[
          ['Name', name],
          ...Object.entries(config).map(
            ([field, value]) => [labelOf(field), <Mono key={field}>{textOf(value)}</Mono>] as const,
          ),
        ]}
      />
    </Card>
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'precondition_failed';
}
