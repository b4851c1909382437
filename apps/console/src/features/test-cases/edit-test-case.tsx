import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Dialog, Loading, toast } from '../../ui/index.js';
import { TestCaseForm } from './test-case-form.js';
import { replaceTestCase, testCaseQuery, testCasesKey, type CaseOwner } from './test-cases.api.js';

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
  const queries = useQueryClient();
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
      written={read.value}
      needsExpected
      onClose={onClose}
      save={async (written) => {
        await replaceTestCase(owner, { ...read.value, ...written }, read.etag);
        await queries.invalidateQueries({ queryKey: [...testCasesKey(owner), 'list'] });
        onSaved();
        toast.success('Test case saved');
        return undefined;
      }}
    />
  );
}
