import { useNavigate, type LinkProps } from '@tanstack/react-router';
import { FilterX, Plus, type LucideIcon } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { Listed } from '../api/pages.js';
import { useCommands } from '../lib/commands.js';
import { formatNumber } from '../lib/format-time.js';
import { Button, ButtonLink } from './button.js';
import { Toolbar } from './card.js';
import { TextField } from './field.js';
import { LoadMore } from './load-more.js';
import { Loading } from './loading.js';
import type { GuidePage } from '../lib/guides.js';
import { PageHeader, type Crumb } from './page-header.js';
import { EmptyState } from './empty-state.js';
import { Table, type TableProps } from './table.js';
import { VirtualTable } from './virtual-table.js';
import shared from './shared.module.css';
import { TEXTS } from './texts.js';

/** Button that creates a record, either on another page or with a function. */
export type Create =
  | { readonly label: string; readonly to: NonNullable<LinkProps['to']> }
  | { readonly label: string; readonly onClick: () => void };

/**
 * Returns the primary button of the page. Its action is also a command with the shortcut C.
 *
 * @param create false if the token lacks the permission
 */
export function useCreate(create: Create | false): ReactNode {
  const navigate = useNavigate();
  const isLink = create !== false && 'to' in create;
  useCommands([
    create !== false && {
      ...{ id: 'page:new', label: create.label, group: 'This page', icon: Plus, keys: ['c'] },
      run: 'to' in create ? () => void navigate({ to: create.to }) : create.onClick,
    },
  ]);
  if (create === false) return undefined;
  const style = { variant: 'primary', icon: Plus, children: create.label } as const;
  return isLink ? <ButtonLink to={create.to} {...style} /> : <Button {...style} {...create} />;
}

interface ListPageProps<Row> extends Omit<TableProps<Row>, 'label' | 'rows' | 'rowKey'> {
  readonly title: string;
  readonly description: string;
  readonly crumbs?: readonly Crumb[];
  readonly guide?: GuidePage;
  /** API path of the list, for the curl command. */
  readonly path: string;
  readonly actions?: ReactNode;
  readonly create: Create | false;
  readonly filters?: ReactNode;
  /** Filters rows by a part of their text. */
  readonly find?: {
    readonly text: string;
    readonly onChange: (text: string) => void;
    readonly label: string;
    readonly textOf: (row: Row) => string;
    /** Text that is shown if no row matches. */
    readonly none: string;
  };
  readonly query: {
    readonly data: Listed<Row, number | undefined> | undefined;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
    readonly hasNextPage?: boolean;
    readonly isFetchingNextPage?: boolean;
    readonly fetchNextPage?: () => Promise<unknown>;
  };
  /**
   * Opens the page of a row. If `onOpen` is given, a `VirtualTable` shows the rows, which can be
   * thousands.
   */
  readonly onOpen?: (row: Row) => void;
  /** Returns the text below the rows of a `VirtualTable`. */
  readonly summary?: (shown: number, listed: Listed<Row, number | undefined>) => string;
  readonly icon: LucideIcon;
  /**
   * Shown if there are no rows. `ofState` is true if rows in another state than the chosen state
   * can exist.
   */
  readonly empty: { readonly title: string; readonly words: ReactNode; readonly ofState?: boolean };
}

/** A page with a list. It has a header, filters, rows in pages, and a text for an empty list. */
export function ListPage<Row extends { readonly id: string }>(props: ListPageProps<Row>) {
  const { title, query, columns, find, onOpen, summary = shownOf, empty } = props;
  const create = useCreate(props.create);
  const { data } = query;
  const text = find?.text.toLowerCase() ?? '';
  const textOf = find?.textOf;
  const rows = useMemo(
    () => data?.rows.filter((row) => textOf?.(row).toLowerCase().includes(text) ?? true) ?? [],
    [data, text, textOf],
  );
  const isEmpty = data?.rows.length === 0 && empty.ofState !== true;
  const pages = {
    hasMore: query.hasNextPage ?? false,
    isLoadingMore: query.isFetchingNextPage ?? false,
    onLoadMore: () => void query.fetchNextPage?.(),
  };
  const table = { label: title, rows, columns, rowKey: ({ id }: Row) => id };
  return (
    <>
      <PageHeader
        title={title}
        description={props.description}
        guide={props.guide}
        {...(props.crumbs && { crumbs: props.crumbs })}
        request={{ path: props.path }}
        actions={
          <>
            {props.actions}
            {data !== undefined && !isEmpty && create}
          </>
        }
      />
      {props.filters}
      {find !== undefined && data !== undefined && !isEmpty && (
        <Toolbar label={TEXTS.listPage.filters}>
          <div className={shared.find}>
            <TextField
              {...{ label: find.label, placeholder: find.label, hideLabel: true, type: 'search' }}
              value={find.text}
              onChange={find.onChange}
            />
          </div>
        </Toolbar>
      )}
      {data === undefined ? (
        <Loading query={query} lines={6} height={28} />
      ) : data.rows.length === 0 ? (
        <EmptyState icon={props.icon} title={empty.title} action={isEmpty && create}>
          {empty.words}
        </EmptyState>
      ) : rows.length === 0 && find !== undefined ? (
        <EmptyState
          icon={FilterX}
          title={TEXTS.listPage.noMatch}
          action={<Button onClick={() => find.onChange('')}>{TEXTS.listPage.showAll}</Button>}
        >
          {find.none}
        </EmptyState>
      ) : onOpen === undefined ? (
        <>
          <Table {...table} />
          <LoadMore shown={rows.length} total={data.total} {...pages} />
        </>
      ) : (
        <VirtualTable {...table} {...pages} onOpen={onOpen} summary={summary(rows.length, data)} />
      )}
    </>
  );
}

function shownOf(shown: number, { rows, total = 0 }: Listed<unknown, number | undefined>): string {
  const counts = [formatNumber(shown), formatNumber(total)] as const;
  if (rows.length === total) return TEXTS.listPage.shown(...counts);
  return TEXTS.listPage.shownOfFirst(...counts, formatNumber(rows.length));
}
