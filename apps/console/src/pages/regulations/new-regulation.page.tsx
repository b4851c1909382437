import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { api, dataOf, type Schemas } from '../../api/client.js';
import { useMay } from '../../api/session.js';
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
import { TYPE_MEANINGS, TYPE_WORDS } from './regulation-words.js';
import { REGULATION_TYPES } from './regulations.search.js';

type Body = Schemas['CreateRegulationsDto'];

export default function NewRegulationPage() {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const may = useMay();
  const [type, setType] = useState<Body['regulationType']>(
    may('regulations:suppress') ? 'suppress' : 'delete',
  );
  const [users, setUsers] = useState('');
  const [destinationIds, setDestinationIds] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  // One key for one filled-in form: pressed twice, or tried again after a lost answer, it makes one regulation.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const destinations = useQuery({
    queryKey: ['destinations', 'list'],
    queryFn: ({ signal }) => dataOf(api.GET('/v2/destinations', { signal })),
    enabled: may('catalog:read'),
  });
  const deletes = type !== 'suppress';
  const userIds = users.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const body: Body = {
    regulationType: type,
    users: userIds.map((userId) => ({ userId })),
    ...(deletes && { destinationIds }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  };
  const create = useMutation({
    mutationFn: () =>
      dataOf(
        api.POST('/v2/regulations', {
          body,
          params: { header: { 'Idempotency-Key': key } },
          headers: { Accept: 'application/json' },
        }),
      ),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ['regulations'] });
      await queries.invalidateQueries({ queryKey: ['overview'] });
      const count = Array.isArray(made) ? made.length : userIds.length;
      toast.success(count === 1 ? 'Regulation created' : `${count} regulations created`);
      await navigate({ to: '/regulations' });
    },
    onError: (error) => {
      // What was refused is mended and is another request.
      if (error instanceof ApiError && !error.isRetryable) setKey(crypto.randomUUID());
    },
  });
  const details = create.error instanceof ApiError ? create.error.details : {};
  const ofUsers = Object.entries(details).find(([path]) => path.startsWith('users'));

  return (
    <>
      <PageHeader
        title="New regulation"
        crumbs={[{ label: 'Regulations', to: '/regulations' }]}
        description="One regulation is made for each user, all of them or none."
      />
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Card>
          <Stack>
            <RadioGroup
              label="What happens"
              value={type}
              onChange={setType}
              options={REGULATION_TYPES.filter((one) =>
                may(one === 'suppress' ? 'regulations:suppress' : 'regulations:delete'),
              ).map((value) => ({ value, label: TYPE_WORDS[value], hint: TYPE_MEANINGS[value] }))}
            />
            <TextArea
              label="User ids"
              mono
              rows={5}
              value={users}
              onChange={setUsers}
              placeholder={'user-1\nuser-2'}
              hint="One a line, as they are in your events."
              error={ofUsers && `${ofUsers[0]} ${ofUsers[1]}`}
            />
            {deletes && (
              <MultiCombobox
                label="Destinations"
                placeholder="Where to delete"
                value={destinationIds}
                onChange={setDestinationIds}
                options={(destinations.data?.destinations ?? []).map(
                  ({ id, name, type: kind }) => ({
                    value: id,
                    label: name,
                    hint: kind,
                  }),
                )}
                empty="There is no destination of that name."
                error={details.destinationIds}
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
            {create.isError && <ErrorState compact error={create.error} />}
          </Stack>
        </Card>
        <div className={styles.actions}>
          <CurlButton request={{ path: '/v2/regulations', body }} withLabel />
          <span className={styles.room} />
          <ButtonLink to="/regulations">Cancel</ButtonLink>
          <Button
            type="submit"
            variant={deletes ? 'danger' : 'primary'}
            pending={create.isPending}
            disabled={userIds.length === 0}
          >
            {deletes ? 'Create, and delete' : 'Create'}
          </Button>
        </div>
      </form>
    </>
  );
}
