import { useQuery } from '@tanstack/react-query';
import { testCaseQuery, useTestCases, type CaseOwner } from '../../api/tests.js';
import { Dialog, Loading, toast } from '../../ui/index.js';
import { TestCaseForm } from './test-case-form.js';
import { TEXTS } from './texts.js';

const { editTestCase: texts } = TEXTS;

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
      <Dialog open onOpenChange={onClose} title={texts.title} size="l">
        <Loading query={query} lines={6} />
      </Dialog>
    );
  }
  return (
    <TestCaseForm
      title={texts.title}
      written={read}
      needsExpected
      onClose={onClose}
      save={async (written) => {
        await testCases.replace(owner, { ...read, ...written });
        onSaved();
        toast.success(texts.saved);
        return undefined;
      }}
    />
  );
}
