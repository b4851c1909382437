import { useQuery } from '@tanstack/react-query';
import { testCaseQuery, useTestCases, type CaseOwner } from '../../api/tests.js';
import { Dialog, Loading, toast } from '../../ui/index.js';
import { TestCaseForm } from './test-case-form.js';

/** A test case as it is saved now, to be changed. */
export function EditTestCase({
  owner,
  caseId,
  onClose,
  onSaved,
}: {
  readonly owner: CaseOwner;
  readonly caseId: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}) {
  const testCases = useTestCases();
  const query = useQuery(testCaseQuery(owner, caseId));
  const { data: read } = query;
  if (read === undefined) {
    return (
      <Dialog open onOpenChange={onClose} title="Edit test case" size="l">
        <Loading query={query} lines={6} />
      </Dialog>
    );
  }
  return (
    <TestCaseForm
      title="Edit test case"
      written={read}
      needsExpected
      onClose={onClose}
      save={async (written) => {
        await testCases.replace(owner, { ...read, ...written });
        onSaved();
        toast.success('Test case saved');
        return undefined;
      }}
    />
  );
}
