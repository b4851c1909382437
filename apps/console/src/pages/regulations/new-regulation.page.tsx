import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ApiError, detailsOf } from '../../api/api-error.js';
import { planRegulations, useRegulations } from '../../api/regulations.js';
import {
  TypeField,
  useRegulationFields,
  WhereAndWhyFields,
} from '../../features/regulations/regulation-fields.js';
import { countOf } from '../../lib/count-of.js';
import {
  Button,
  ButtonLink,
  Card,
  CurlButton,
  cx,
  ErrorState,
  PageHeader,
  shared,
  Stack,
  TextField,
  toast,
} from '../../ui/index.js';
import { placeOf, readPastedUsers, type PasteChoice } from './pasted-users.js';
import { PlanDialog } from './plan-dialog.js';
import styles from './regulation.module.css';
import { UnderstoodUsers } from './understood-users.js';

export default function NewRegulationPage() {
  const navigate = useNavigate();
  const regulations = useRegulations();
  const fields = useRegulationFields();
  const [text, setText] = useState('');
  // One key for one filled-in form: pressed twice, or tried again after a lost answer, it makes one regulation.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const [split, setSplit] = useState<PasteChoice>({});
  const pasted = useMemo(() => readPastedUsers(text, split), [text, split]);
  const understood = pasted.rows.flatMap(({ user, line }) => (user ? [{ user, line }] : []));
  const users = understood.map(({ user }) => user);
  const lines = understood.map(({ line }) => line);
  const isReady = users.length > 0 && users.length === pasted.rows.length;
  const body = { ...fields.asked, users };
  const plan = useMutation({ mutationFn: () => planRegulations(body), gcTime: 0 });
  const create = async () => {
    try {
      await regulations.create(body, key);
    } catch (error) {
      // What was refused is mended and is another request.
      if (error instanceof ApiError && !error.isRetryable) setKey(crypto.randomUUID());
      throw error;
    }
    toast.success(`${countOf(plan.data?.regulations ?? users.length, 'regulation')} created`);
    await navigate({ to: '/regulations' });
  };
  const details = detailsOf(plan.error);
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
        className={cx(shared.form, styles.form)}
        onSubmit={(event) => {
          event.preventDefault();
          plan.mutate();
        }}
      >
        <Card>
          <Stack>
            <TypeField fields={fields} />
            <TextField
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
                ofUsers
                  .slice(0, 5)
                  .map(([path, wrong]) => `${placeOf(path, lines)} ${wrong}`)
                  .join('; ') || undefined
              }
            />
            {text.trim() !== '' && <UnderstoodUsers pasted={pasted} onChange={setSplit} />}
            <WhereAndWhyFields fields={fields} details={details} />
            {plan.isError && <ErrorState compact error={plan.error} />}
          </Stack>
        </Card>
        <div className={shared.row}>
          <CurlButton request={{ path: '/v2/regulations', body }} withLabel />
          <span className={shared.room} />
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
          deletes={fields.deletes}
          sources={fields.sourceIds.length}
          onClose={plan.reset}
          onConfirm={create}
        />
      )}
    </>
  );
}
