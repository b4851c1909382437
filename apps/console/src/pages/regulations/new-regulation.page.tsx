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
import { termPage } from '../../lib/guides.js';
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
import { TEXTS } from './texts.js';
import { UnderstoodUsers } from './understood-users.js';

const { newRegulationPage: texts } = TEXTS;

export default function NewRegulationPage() {
  const navigate = useNavigate();
  const regulations = useRegulations();
  const fields = useRegulationFields();
  const [text, setText] = useState('');
  // The form keeps one idempotency key, so a second click or a retry cannot create a second
  // regulation.
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
      // After a refusal, the user corrects the request, so the next request needs a new key.
      if (error instanceof ApiError && !error.isRetryable) setKey(crypto.randomUUID());
      throw error;
    }
    toast.success(texts.created(plan.data?.regulations ?? users.length));
    await navigate({ to: '/regulations' });
  };
  const details = detailsOf(plan.error);
  const ofUsers = Object.entries(details).filter(([path]) => path.startsWith('users'));

  return (
    <>
      <PageHeader
        title={texts.title}
        guide={termPage('regulation')}
        crumbs={[{ label: texts.regulations, to: '/regulations' }]}
        description={texts.description}
        actions={
          <ButtonLink to="/imports/new" icon={FileUp}>
            {texts.fromFile}
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
              label={texts.users}
              mono
              rows={5}
              value={text}
              onChange={(next) => {
                setText(next);
                if (next.trim() === '') setSplit({});
              }}
              placeholder={texts.example}
              hint={texts.usersHint}
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
          <ButtonLink to="/regulations">{texts.cancel}</ButtonLink>
          <Button type="submit" variant="primary" pending={plan.isPending} disabled={!isReady}>
            {texts.plan}
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
