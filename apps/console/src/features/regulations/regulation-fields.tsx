import { defined } from '@lethe/contracts/json';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allDestinationsQuery, allSourcesQuery, optionOf } from '../../api/catalog.js';
import type { RegulationType } from '../../api/regulations.js';
import { useMay } from '../../api/session.js';
import { MultiCombobox, RadioGroup, TextField } from '../../ui/index.js';
import { REGULATION_TYPES, scopeOf, TYPE_MEANINGS, TYPE_WORDS } from './regulation-words.js';

/** What people choose of regulations, whoever their users are. */
export function useRegulationFields() {
  const may = useMay();
  const [type, setType] = useState<RegulationType>(
    may('regulations:suppress') ? 'suppress' : 'delete',
  );
  const [sourceIds, setSourceIds] = useState<string[]>([]);
  const [destinationIds, setDestinationIds] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  const deletes = type !== 'suppress';
  return {
    ...{ type, setType, sourceIds, setSourceIds, destinationIds, setDestinationIds },
    ...{ reason, setReason, deletes },
    /** As a request has them. */
    asked: {
      regulationType: type,
      ...defined({
        destinationIds: deletes ? destinationIds : undefined,
        sourceIds: deletes || sourceIds.length === 0 ? undefined : sourceIds,
        reason: reason.trim() || undefined,
      }),
    },
  };
}

interface FieldsProps {
  readonly fields: ReturnType<typeof useRegulationFields>;
  /** What the API finds wrong, by path. */
  readonly details: Readonly<Record<string, string>>;
}

/** What happens to users. */
export function TypeField({ fields: { type, setType } }: Pick<FieldsProps, 'fields'>) {
  const may = useMay();
  return (
    <RadioGroup
      label="What happens"
      value={type}
      onChange={setType}
      options={REGULATION_TYPES.filter((one) => may(scopeOf(one))).map((value) => ({
        ...{ value, label: TYPE_WORDS[value], hint: TYPE_MEANINGS[value] },
      }))}
    />
  );
}

/** Where it happens, and why. */
export function WhereAndWhyFields({ fields, details }: FieldsProps) {
  const enabled = useMay()('catalog:read');
  const destinations = useQuery({ ...allDestinationsQuery, enabled });
  const sources = useQuery({ ...allSourcesQuery, enabled });
  return (
    <>
      {fields.deletes ? (
        <MultiCombobox
          label="Destinations"
          placeholder="Where to delete"
          value={fields.destinationIds}
          onChange={fields.setDestinationIds}
          options={(destinations.data ?? []).map(optionOf)}
          empty="There is no destination of that name."
          error={ofList(details, 'destinationIds', fields.destinationIds)}
        />
      ) : (
        <MultiCombobox
          label="Sources"
          placeholder="All of the workspace"
          value={fields.sourceIds}
          onChange={fields.setSourceIds}
          options={(sources.data ?? []).map(optionOf)}
          empty="There is no source of that name."
          hint="At none: at all of them, those to come included."
          error={ofList(details, 'sourceIds', fields.sourceIds)}
        />
      )}
      <ReasonField value={fields.reason} onChange={fields.setReason} error={details.reason} />
    </>
  );
}

/** Why a regulation is made, or canceled. */
export function ReasonField(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
}) {
  return (
    <TextField
      {...props}
      label="Reason"
      required={false}
      maxLength={500}
      hint="Who reads it later knows why. No identifiers: it is kept when they are forgotten."
    />
  );
}

/** What is wrong with a list as a whole, or with one of it. */
function ofList(
  details: Readonly<Record<string, string>>,
  name: string,
  ids: readonly string[],
): string | undefined {
  const [path, wrong] = Object.entries(details).find(([one]) => one.startsWith(name)) ?? [];
  if (path === undefined || wrong === undefined) return undefined;
  const index = /\[(\d+)\]$/.exec(path)?.[1];
  return index === undefined ? wrong : `${ids[Number(index)] ?? path} ${wrong}`;
}
