import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api, dataOf, type Schemas } from '../../api/client.js';
import { allDestinationsQuery, allSourcesQuery } from '../../api/names.js';
import { useMay } from '../../api/session.js';
import { countOf } from '../../lib/count-of.js';
import { placeOf, readPastedUsers, type PasteChoice } from './pasted-users.js';
import {
  Button,
  ButtonLink,
  Card,
  CurlButton,
  ErrorState,
  MultiCombobox,
  PageHeader,
  RadioGroup,
  Stack,
  TextArea,
  TextField,
  toast,
} from '../../ui/index.js';
import styles from './new-regulation.module.css';
import { PlanDialog } from './plan-dialog.js';
import { scopeOf, TYPE_MEANINGS, TYPE_WORDS } from '../../features/regulations/regulation-words.js';
import { REGULATION_TYPES } from './regulations.search.js';
import { UnderstoodUsers } from './understood-users.js';

type Body = Schemas['CreateRegulationsDto'];

export default function NewRegulationPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const may = useMay();
  const [type, setType] = useState<Body['regulationType']>(
    may('regulations:suppress') ? 'suppress' : 'delete',
  );
  const [text, setText] = useState('');
  const [sourceIds, setSourceIds] = useState<string[]>([]);
  const [destinationIds, setDestinationIds] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  // One key for one filled-in form: pressed twice, or tried again after a lost answer, it makes one regulation.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const mayReadCatalog = may('catalog:read');
  const destinations = useQuery({ ...allDestinationsQuery, enabled: mayReadCatalog });
  const sources = useQuery({ ...allSourcesQuery, enabled: mayReadCatalog });
  const deletes = type !== 'suppress';
  const [split, setSplit] = useState<PasteChoice>({});
  const pasted = useMemo(() => readPastedUsers(text, split), [text, split]);
  const understood = pasted.rows.flatMap(({ user, line }) => (user ? [{ user, line }] : []));
  const users = understood.map(({ user }) => user);
  const lines = understood.map(({ line }) => line);
  const isReady = users.length > 0 && users.length === pasted.rows.length;
  const body: Body = {
    regulationType: type,
    users,
    ...(deletes && { destinationIds }),
    ...(!deletes && sourceIds.length > 0 && { sourceIds }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  };
  const plan = useMutation({
    mutationFn: async () => {
      const params = { query: { dry_run: true } };
      const answer = await dataOf(
        api.POST('/v2/regulations', { body, params, headers: { Accept: 'application/json' } }),
      );
      return answer as Schemas['DeletionPlanDto'];
    },
    gcTime: 0,
  });
  const create = async () => {
    try {
      const params = { header: { 'Idempotency-Key': key } };
      await api.POST('/v2/regulations', { body, params, parseAs: 'text' });
    } catch (error) {
      // What was refused is mended and is another request.
      if (error instanceof ApiError && !error.isRetryable) setKey(crypto.randomUUID());
      throw error;
    }
    await Promise.all(
      ['regulations', 'overview', 'users', 'deletions'].map((one) =>
        queries.invalidateQueries({ queryKey: [one] }),
      ),
    );
    toast.success(`${countOf(plan.data?.regulations ?? users.length, 'regulation')} created`);
    await navigate({ to: '/regulations' });
  };
  const details = plan.error instanceof ApiError ? plan.error.details : {};
  const ofUsers = Object.entries(details).filter(([path]) => path.startsWith('users'));

  return (
    <>
      <PageHeader
        title="New regulation"
        crumbs={[{ label: 'Regulations', to: '/regulations' }]}
        description="One regulation is made for each user, all of them or none."
        actions={
          <ButtonLink to="/imports/new" icon={FileUp}>
            From a file
          </ButtonLink>
        }
      />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          plan.mutate();
        }}
      >
        <Card>
          <Stack>
            <RadioGroup
              label="What happens"
              value={type}
              onChange={setType}
              options={REGULATION_TYPES.filter((one) => may(scopeOf(one))).map((value) => ({
                value,
                label: TYPE_WORDS[value],
                hint: TYPE_MEANINGS[value],
              }))}
            />
            <TextArea
              label="User ids"
              mono
              rows={5}
              value={text}
              onChange={(next) => {
                setText(next);
                if (next.trim() === '') setSplit({});
              }}
              placeholder={'user-1\nuser-2, email=user-2@example.com, phone=+4930123456'}
              hint="One line for each user: the user id as it is in your events, then what destinations need to find the user. Or paste a list, or cells of a spreadsheet with or without a first line of names. Put a text with a comma in quotes."
              error={
                ofUsers.length === 0
                  ? undefined
                  : ofUsers
                      .slice(0, 5)
                      .map(([path, wrong]) => `${placeOf(path, lines)} ${wrong}`)
                      .join('; ')
              }
            />
            {text.trim() !== '' && <UnderstoodUsers pasted={pasted} onChange={setSplit} />}
            {deletes ? (
              <MultiCombobox
                label="Destinations"
                placeholder="Where to delete"
                value={destinationIds}
                onChange={setDestinationIds}
                options={(destinations.data ?? []).map(({ id, name, type: kind }) => ({
                  value: id,
                  label: name,
                  hint: kind,
                }))}
                empty="There is no destination of that name."
                error={ofList(details, 'destinationIds', destinationIds)}
              />
            ) : (
              <MultiCombobox
                label="Sources"
                placeholder="All of the workspace"
                value={sourceIds}
                onChange={setSourceIds}
                options={(sources.data ?? []).map(({ id, name, type: kind }) => ({
                  value: id,
                  label: name,
                  hint: kind,
                }))}
                empty="There is no source of that name."
                hint="At none: at all of them, those to come included."
                error={ofList(details, 'sourceIds', sourceIds)}
              />
            )}
            <TextField
              label="Reason"
              required={false}
              value={reason}
              onChange={setReason}
              maxLength={500}
              hint="Who reads it later knows why. No identifiers: it is kept when they are forgotten."
              error={details.reason}
            />
            {plan.isError && <ErrorState compact error={plan.error} />}
          </Stack>
        </Card>
        <div className={styles.actions}>
          <CurlButton request={{ path: '/v2/regulations', body }} withLabel />
          <span className={styles.room} />
          <ButtonLink to="/regulations">Cancel</ButtonLink>
          <Button type="submit" variant="primary" pending={plan.isPending} disabled={!isReady}>
            See what it will do
          </Button>
        </div>
      </form>
      {plan.data !== undefined && (
        <PlanDialog
          plan={plan.data}
          users={users}
          lines={lines}
          deletes={deletes}
          sources={sourceIds.length}
          onClose={plan.reset}
          onConfirm={create}
        />
      )}
    </>
  );
}

/** What is wrong with a list as a whole, or with one of it. */
function ofList(
  details: Readonly<Record<string, string>>,
  name: string,
  ids: readonly string[],
): string | undefined {
  const [path, wrong] = Object.entries(details).find(([one]) => one.startsWith(name)) ?? [];
  if (path === undefined || wrong === undefined) return undefined;
  const index = /\[(\d+)\]$/.exec(path)?.[1];
  return index === undefined ? wrong : `${ids[Number(index)] ?? path} ${wrong}`;
}
