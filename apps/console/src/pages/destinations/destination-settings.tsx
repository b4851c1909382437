import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.js';
import {
  destinationQuery,
  ifMatch,
  versioned,
  type Destination,
} from '../../api/catalog.queries.js';
import { api } from '../../api/client.js';
import type { Definition } from '../../api/definitions.queries.js';
import { useMay } from '../../api/session.js';
import { ConfigForm } from './form/config-form.js';
import { withoutSecrets } from './form/config-values.js';
import { labelOf } from './form/field-label.js';
import {
  Button,
  Card,
  CurlButton,
  ErrorState,
  Facts,
  Mono,
  Stack,
  TextField,
  toast,
} from '../../ui/index.js';
import { ChangedMeanwhile } from './changed-meanwhile.js';
import type { DestinationDraft } from './destination-draft.js';
import styles from './destinations.module.css';

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
  const queries = useQueryClient();
  const { id } = destination;
  const save = useMutation({
    mutationFn: () =>
      versioned(
        api.PATCH('/v2/destinations/{id}', {
          params: { path: { id }, header: ifMatch(draft.etag) },
          body: draft.patch,
        }),
        (answer) => answer.destination,
      ),
    onSuccess: (now) => {
      queries.setQueryData(destinationQuery(id).queryKey, now);
      draft.saved(now);
      toast.success('Saved', 'Data planes take it with their next look at the configuration.');
      return queries.invalidateQueries({ queryKey: ['destinations', 'all'] });
    },
    onError: (error) => {
      if (isConflict(error)) return queries.invalidateQueries({ queryKey: ['destinations'] });
      return undefined;
    },
    gcTime: 0,
  });
  if (!mayWrite) return <ReadOnly destination={destination} />;
  const { fields, secretKeys } = definition.config;
  const details = save.error instanceof ApiError ? save.error.details : {};
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
          <div className={styles.form}>
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
          <ChangedMeanwhile
            what={draft.changedMeanwhile}
            onGoOn={() => {
              draft.goOn();
              save.reset();
            }}
            onDiscard={() => {
              draft.discard();
              save.reset();
            }}
          />
        )}
        {save.isError && !(isConflict(save.error) && draft.changedMeanwhile !== undefined) && (
          <ErrorState compact error={save.error} />
        )}
        <div className={styles.actions}>
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
          <span className={styles.room} />
          <Button
            disabled={!draft.isDirty || save.isPending}
            onClick={() => {
              draft.discard();
              save.reset();
            }}
          >
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
            ([field, value]) =>
              [
                labelOf(field),
                <Mono key={field}>
                  {typeof value === 'string' ? value : JSON.stringify(value)}
                </Mono>,
              ] as const,
          ),
        ]}
      />
    </Card>
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'precondition_failed';
}
