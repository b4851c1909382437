import { Outlet, useRouterState } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { Fragment } from 'react';
import { useMay, useMe } from '../api/session.js';
import { EmptyState, Mono, PageHeader } from '../ui/index.js';
import { TEXTS } from './texts.js';

const { allowedPage: texts } = TEXTS;

/**
 * Shows the page. If the token lacks the permission for the page, shows the necessary scope
 * instead.
 */
export function AllowedPage() {
  const needs = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.needs });
  const may = useMay();
  const { token } = useMe();
  if (needs === undefined || needs.some(may)) return <Outlet />;
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState icon={Lock} title={texts.reason}>
        {texts.needs}{' '}
        {needs.map((scope, index) => (
          <Fragment key={scope}>
            {index > 0 && texts.or}
            <Mono>{scope}</Mono>
          </Fragment>
        ))}
        {texts.whatToDo(token.name)}
      </EmptyState>
    </>
  );
}
