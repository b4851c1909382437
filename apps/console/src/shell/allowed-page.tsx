import { Outlet, useRouterState } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { Fragment } from 'react';
import { useMay, useMe } from '../api/session.js';
import { EmptyState, Mono, PageHeader } from '../ui/index.js';

/** The page, or why it is not for this token. */
export function AllowedPage() {
  const needs = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.needs });
  const may = useMay();
  const { token } = useMe();
  if (needs === undefined || needs.some(may)) return <Outlet />;
  return (
    <>
      <PageHeader title="Not for your token" />
      <EmptyState icon={Lock} title="Your token may not do this">
        It takes{' '}
        {needs.map((scope, index) => (
          <Fragment key={scope}>
            {index > 0 && ' or '}
            <Mono>{scope}</Mono>
          </Fragment>
        ))}
        . You are signed in with “{token.name}”, which has other scopes: ask whoever gave it to you
        for one that may.
      </EmptyState>
    </>
  );
}
