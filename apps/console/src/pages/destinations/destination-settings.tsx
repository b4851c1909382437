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
import { TEXTS } from './texts.js';

const { destinationSettings: texts } = TEXTS;

/**
 * Edits name and configuration. Saves only changed fields. Saving fails if another user has saved a
 * newer version.
 */
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
      toast.success(texts.saved, texts.whenUsed);
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
        <Card title={texts.title}>
          <div className={shared.form}>
            <TextField
              label={texts.name}
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
          // Another user has saved a change. The form keeps the edits of this user, but disables
          // saving until this user makes a choice.
          <div role="alert" className={styles.notice}>
            <strong>{texts.changed}</strong>
            <p>
              {draft.changedMeanwhile.length === 0
                ? texts.unseenChange
                : texts.changedFields(draft.changedMeanwhile.join(', '))}{' '}
              {texts.whatYouSee}
            </p>
            <div className={shared.row}>
              <Button
                size="s"
                onClick={() => {
                  draft.goOn();
                  save.reset();
                }}
              >
                {texts.keepMine}
              </Button>
              <Button size="s" onClick={discard}>
                {texts.takeTheirs}
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
            {texts.discard}
          </Button>
          <Button
            type="submit"
            variant="primary"
            pending={save.isPending}
            disabled={!draft.isDirty || draft.changedMeanwhile !== undefined}
          >
            {texts.save}
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function ReadOnly({ destination: { name, config } }: { readonly destination: Destination }) {
  return (
    <Card title={texts.title}>
      <Facts
        facts={[
          [texts.name, name],
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
