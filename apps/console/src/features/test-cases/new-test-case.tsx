import { Plus } from 'lucide-react';
import { useState } from 'react';
import { outcomeOf, useTestCases, type CaseOwner } from '../../api/tests.js';
import { Button, toast } from '../../ui/index.js';
import { TestCaseForm } from './test-case-form.js';
import { TEXTS } from './texts.js';

const { newTestCase: texts } = TEXTS;

const EMPTY = { name: '', event: { type: 'track' }, ignore: [] };

/**
 * Creates a test case that the user writes. If the user gives no expected result, the test case
 * expects the current output.
 */
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
        {texts.open}
      </Button>
      {isOpen && (
        <TestCaseForm
          title={texts.title}
          written={EMPTY}
          needsExpected={false}
          onClose={() => setOpen(false)}
          save={async ({ expected, ...written }) => {
            const outcome = expected ?? (await outcomeOf(owner, written.event));
            if (typeof outcome === 'string') return outcome;
            const { testCase } = await testCases.create(owner, { ...written, expected: outcome });
            onMade(testCase.id);
            toast.success(texts.saved);
            return undefined;
          }}
        />
      )}
    </>
  );
}
