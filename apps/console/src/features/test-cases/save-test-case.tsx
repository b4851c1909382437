import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import { CurlButton, ErrorState, RadioGroup, Stack, TextField, toast } from '../../ui/index.js';
import { CaseDialog } from './case-dialog.js';
import { CaseContent } from './case-content.js';
import {
  createTestCase,
  runPath,
  testCasesKey,
  type CaseOwner,
  type TestCaseInput,
} from './test-cases.api.js';
import styles from './test-cases.module.css';

/** Where a test case could be saved, and what it would be there. */
export interface CasePlace {
  readonly owner: CaseOwner;
  /** Its name. */
  readonly label: string;
  readonly content: Pick<TestCaseInput, 'event' | 'stages' | 'expected'>;
}

/** Saves an event and what was seen to come of it. */
export function SaveTestCase({
  places,
  onClose,
}: {
  /** One at least. */
  readonly places: readonly CasePlace[];
  readonly onClose: () => void;
}) {
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [kind, setKind] = useState(places[0]?.owner.kind ?? 'transformation');
  const place = places.find(({ owner }) => owner.kind === kind) ?? places[0];
  const body = { name: name.trim(), ...place?.content } as TestCaseInput;
  const save = useMutation({
    mutationFn: async ({ owner }: CasePlace) => {
      await createTestCase(owner, body);
      await queries.invalidateQueries({ queryKey: testCasesKey(owner) });
    },
    onSuccess: (_, { label }) => {
      onClose();
      toast.success('Test case saved', `It is beside ${label}, in the tab Test cases.`);
    },
  });
  const details = save.error instanceof ApiError ? save.error.details : {};
  if (place === undefined) return null;
  const saveIt = () => {
    if (body.name !== '' && !save.isPending) save.mutate(place);
  };
  return (
    <CaseDialog
      title="Save as a test case"
      description="The event, and what you see to come of it: that is expected from then on. It is stored with all that is in it."
      saveLabel="Save test case"
      isSound={body.name !== ''}
      isPending={save.isPending}
      onSave={saveIt}
      onClose={onClose}
      more={<CurlButton request={{ path: runPath(place.owner).replace(/\/run$/, ''), body }} />}
    >
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault();
          saveIt();
        }}
      >
        <Stack>
          <TextField
            label="Name"
            placeholder="A sign-up keeps its plan"
            value={name}
            onChange={setName}
            error={details.name}
          />
          {places.length > 1 ? (
            <RadioGroup
              label="Beside"
              value={kind}
              onChange={setKind}
              options={places.map(({ owner, label }) => ({
                value: owner.kind,
                label,
                hint:
                  owner.kind === 'transformation'
                    ? 'What its code makes of the event'
                    : 'The requests that it gets',
              }))}
            />
          ) : (
            <p className={styles.quiet}>It will stand beside {place.label}.</p>
          )}
          <CaseContent {...place.content} />
          {save.isError && <ErrorState compact error={save.error} />}
        </Stack>
      </form>
    </CaseDialog>
  );
}
