import { FlaskConical } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '../../api/client.js';
import { useMay } from '../../api/session.js';
import { Button } from '../../ui/index.js';
import { caseOfCode, caseOfRequests } from './case-of-run.js';
import { SaveTestCase, type CasePlace } from './save-test-case.js';

/** What was run, and what came of it. */
interface Seen {
  readonly of: Schemas['TestTransformationRequestDto'];
  readonly answer: Schemas['TransformationTestDto'];
}

interface Named {
  readonly id: string;
  readonly name: string;
}

interface SaveTestCaseButtonProps {
  /** Undefined while what is shown is not of what is written. */
  readonly seen: Seen | undefined;
  readonly transformation: Named | undefined;
  readonly destination: (Named & { readonly transformation?: { readonly id: string } }) | undefined;
}

/** Where one saved what is seen: beside the transformation whose code runs, or the destination whose requests are shown. */
export function SaveTestCaseButton(props: SaveTestCaseButtonProps) {
  const mayWrite = useMay()('catalog:write');
  const [places, setPlaces] = useState<readonly CasePlace[]>([]);
  if (!mayWrite) return null;
  const now = placesOf(props);
  return (
    <>
      <Button icon={FlaskConical} disabled={now.length === 0} onClick={() => setPlaces(now)}>
        Save as a test case…
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
