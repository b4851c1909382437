import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { detailsOf } from '../../api/api-error.js';
import {
  casesPath,
  useTestCases,
  type CaseOwner,
  type TestCaseInput,
  type TestRun,
  type TestRunInput,
} from '../../api/tests.js';
import { CreateDialog, RadioGroup, shared, TextField, toast, Button } from '../../ui/index.js';
import { CaseContent } from './case-content.js';
import { FlaskConical } from 'lucide-react';
import type { Destination } from '../../api/catalog.js';
import { useMay } from '../../api/session.js';
import type { Transformation } from '../../api/transformations.js';
import { caseOfCode, caseOfRequests } from './case-of-run.js';
import { TEXTS } from './texts.js';

const { saveTestCase: texts } = TEXTS;

interface SaveTestCaseButtonProps {
  /** Undefined while the result is outdated. */
  readonly seen: { readonly of: TestRunInput; readonly answer: TestRun } | undefined;
  readonly transformation: Transformation | undefined;
  readonly destination: Destination | undefined;
}

/** Saves the shown result as a test case of the transformation or the destination. */
export function SaveTestCaseButton(props: SaveTestCaseButtonProps) {
  const mayWrite = useMay()('catalog:write');
  const [places, setPlaces] = useState<readonly CasePlace[]>([]);
  if (!mayWrite) return null;
  const now = placesOf(props);
  return (
    <>
      <Button icon={FlaskConical} disabled={now.length === 0} onClick={() => setPlaces(now)}>
        {texts.open}
      </Button>
      {places.length > 0 && <SaveTestCase places={places} onClose={() => setPlaces([])} />}
    </>
  );
}

function placesOf({ seen, transformation, destination }: SaveTestCaseButtonProps): CasePlace[] {
  const [event, ...others] = seen?.of.events ?? [];
  const [result] = seen?.answer.results ?? [];
  if (event === undefined || others.length > 0) return [];
  if (result === undefined || result.error !== undefined) return [];
  const run = { event, output: result.output, hasRequests: seen?.of.destinationId !== undefined };
  const places: CasePlace[] = [];
  if (transformation !== undefined) {
    const { id, name: label } = transformation;
    places.push({ owner: { kind: 'transformation', id }, label, content: caseOfCode(run) });
  }
  if (destination !== undefined) {
    const { id, name: label, transformation: own } = destination;
    const runsThere = own !== undefined && own.id === transformation?.id;
    const content = caseOfRequests(run, runsThere);
    if (content !== undefined) places.push({ owner: { kind: 'destination', id }, label, content });
  }
  return places;
}

/** A possible owner of the test case, and the content that the test case would have. */
interface CasePlace {
  readonly owner: CaseOwner;
  /** Name of the owner. */
  readonly label: string;
  readonly content: Pick<TestCaseInput, 'event' | 'stages' | 'expected'>;
}

function SaveTestCase({
  places,
  onClose,
}: {
  /** Must not be empty. */
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
      toast.success(texts.saved, texts.whereItIs(label));
    },
  });
  if (place === undefined) return null;
  return (
    <CreateDialog
      title={texts.title}
      description={texts.description}
      size="l"
      label={texts.save}
      isComplete={body.name !== ''}
      making={{ ...saving, mutate: () => saving.mutate(place) }}
      onClose={onClose}
      request={{ path: casesPath(place.owner), body }}
    >
      <TextField
        label={texts.name}
        placeholder={texts.exampleOfName}
        value={name}
        onChange={setName}
        error={detailsOf(saving.error).name}
      />
      {places.length > 1 ? (
        <RadioGroup
          label={texts.owner}
          value={kind}
          onChange={setKind}
          options={places.map(({ owner, label }) => ({
            ...{ value: owner.kind, label, hint: texts.hints[owner.kind] },
          }))}
        />
      ) : (
        <p className={shared.quiet}>{texts.onlyOwner(place.label)}</p>
      )}
      <CaseContent {...place.content} />
    </CreateDialog>
  );
}
