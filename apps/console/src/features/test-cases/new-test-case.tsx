import { Plus } from 'lucide-react';
import { useState } from 'react';
import { outcomeOf, useTestCases, type CaseOwner } from '../../api/tests.js';
import { Button, toast } from '../../ui/index.js';
import { TestCaseForm } from './test-case-form.js';

const EMPTY = { name: '', event: { type: 'track' }, ignore: [] };

/** A test case that is written by hand; where it does not say what is expected, that is what comes out now. */
export function NewTestCase({
  owner,
  onMade,
}: {
  readonly owner: CaseOwner;
  readonly onMade: (caseId: string) => void;
}) {
  const testCases = useTestCases();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Plus} onClick={() => setOpen(true)}>
        New test case…
      </Button>
      {isOpen && (
        <TestCaseForm
          title="New test case"
          written={EMPTY}
          needsExpected={false}
          onClose={() => setOpen(false)}
          save={async ({ expected, ...written }) => {
            const outcome = expected ?? (await outcomeOf(owner, written.event));
            if (typeof outcome === 'string') return outcome;
            const { testCase } = await testCases.create(owner, { ...written, expected: outcome });
            onMade(testCase.id);
            toast.success('Test case saved');
            return undefined;
          }}
        />
      )}
    </>
  );
}
