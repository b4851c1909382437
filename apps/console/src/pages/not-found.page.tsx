import { Compass } from 'lucide-react';
import { ButtonLink, EmptyState, PageHeader } from '../ui/index.js';

export function NotFoundPage() {
  return (
    <>
      <PageHeader title="No such page" />
      <EmptyState
        icon={Compass}
        title="Nothing is here"
        action={<ButtonLink to="/">Go to the overview</ButtonLink>}
      >
        The address may be of another version of the console, or have a slip in it.
      </EmptyState>
    </>
  );
}
