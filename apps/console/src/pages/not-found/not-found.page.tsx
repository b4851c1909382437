import { Compass } from 'lucide-react';
import { ButtonLink, EmptyState, PageHeader } from '../../ui/index.js';
import { TEXTS } from './texts.js';

export function NotFoundPage() {
  return (
    <>
      <PageHeader title={TEXTS.title} />
      <EmptyState
        icon={Compass}
        title={TEXTS.reason}
        action={<ButtonLink to="/">{TEXTS.overview}</ButtonLink>}
      >
        {TEXTS.whatToDo}
      </EmptyState>
    </>
  );
}
