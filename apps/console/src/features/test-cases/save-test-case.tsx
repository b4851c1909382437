import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { detailsOf } from '../../api/api-error.js';
import { casesPath, useTestCases, type CaseOwner, type TestCaseInput } from '../../api/tests.js';
import { CreateDialog, RadioGroup, shared, TextField, toast } from '../../ui/index.js';
import { CaseContent } from './case-content.js';

/** Where a test case could be saved, and what it would be there. */
export interface CasePlace {
  readonly owner: CaseOwner;
  /** Its name. */
  readonly label: string;
  readonly content: Pick<TestCaseInput, 'event' | 'stages' | 'expected'>;
}

const HINTS = {
  transformation: 'What its code makes of the event',
  destination: 'The requests that it gets',
} as const;

/** Saves an event and what was seen to come of it. */
export function SaveTestCase({
  places,
  onClose,
}: {
  /** One at least. */
  readonly places: readonly CasePlace[];
  readonly onClose: () => void;
}) {
  const testCases = useTestCases();
  const [name, setName] = useState('');
  const [kind, setKind] = useState(places[0]?.owner.kind ?? 'transformation');
  const place = places.find(({ owner }) => owner.kind === kind) ?? places[0];
  const body = { name: name.trim(), ...place?.content } as TestCaseInput;
  const saving = useMutation({
    mutationFn: ({ owner }: CasePlace) => testCases.create(owner, body),
    onSuccess: (_, { label }) => {
      onClose();
      toast.success('Test case saved', `It is beside ${label}, in the tab Test cases.`);
    },
  });
  if (place === undefined) return null;
  return (
    <CreateDialog
      title="Save as a test case"
      description="The event, and what you see to come of it: that is expected from then on. It is stored with all that is in it."
      size="l"
      label="Save test case"
      isComplete={body.name !== ''}
      making={saving}
      onCreate={() => saving.mutate(place)}
      onClose={onClose}
      request={{ path: casesPath(place.owner), body }}
    >
      <TextField
        label="Name"
        placeholder="A sign-up keeps its plan"
        value={name}
        onChange={setName}
        error={detailsOf(saving.error).name}
      />
      {places.length > 1 ? (
        <RadioGroup
          label="Beside"
          value={kind}
          onChange={setKind}
          options={places.map(({ owner, label }) => ({
            ...{ value: owner.kind, label, hint: HINTS[owner.kind] },
          }))}
        />
      ) : (
        <p className={shared.quiet}>It will stand beside {place.label}.</p>
      )}
      <CaseContent {...place.content} />
    </CreateDialog>
  );
}
