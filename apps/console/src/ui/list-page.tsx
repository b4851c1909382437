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
import { PageHeader, type Crumb } from './page-header.js';
import { EmptyState } from './empty-state.js';
import { Table, type TableProps } from './table.js';
import { VirtualTable } from './virtual-table.js';
import shared from './shared.module.css';

/** What makes a new one: on a page of its own, or here. */
export type Create =
  | { readonly label: string; readonly to: NonNullable<LinkProps['to']> }
  | { readonly label: string; readonly onClick: () => void };

/** The page's primary button, which is a command with the key C, too. @param create false: the token may not */
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
  const look = { variant: 'primary', icon: Plus, children: create.label } as const;
  return isLink ? <ButtonLink to={create.to} {...look} /> : <Button {...look} {...create} />;
}

interface ListPageProps<Row> extends Omit<TableProps<Row>, 'label' | 'rows' | 'rowKey'> {
  readonly title: string;
  readonly description: string;
  readonly crumbs?: readonly Crumb[];
  /** Of the list, for scripts. */
  readonly path: string;
  readonly actions?: ReactNode;
  readonly create: Create | false;
  /** Above the rows. */
  readonly filters?: ReactNode;
  /** Rows are found by a part of a text. */
  readonly find?: {
    readonly text: string;
    readonly onChange: (text: string) => void;
    readonly label: string;
    readonly textOf: (row: Row) => string;
    /** What is said where none is found. */
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
  /** There may be thousands of rows, and a row leads to its page. */
  readonly onOpen?: (row: Row) => void;
  /** At the foot of thousands. */
  readonly summary?: (shown: number, listed: Listed<Row, number | undefined>) => string;
  readonly icon: LucideIcon;
  /** Where nothing is yet; or nothing in a state, where what is shown has one of several. */
  readonly empty: { readonly title: string; readonly words: ReactNode; readonly ofState?: boolean };
}

/** A page that is a list: its head, filters, rows with further pages, and what stands there as long as there are none. */
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
        <Toolbar label="Filters">
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
          title="None of that name"
          action={<Button onClick={() => find.onChange('')}>Show all</Button>}
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
  const words = `${formatNumber(shown)} of ${formatNumber(total)} shown`;
  if (rows.length === total) return words;
  return `${words}. The page has the first ${formatNumber(rows.length)}; the API has all.`;
}
