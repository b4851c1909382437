import { defined } from '@lethe/contracts/json';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allSourcesQuery, optionOf } from '../../api/catalog.js';
import type { RegulationType } from '../../api/regulations.js';
import { useMay } from '../../api/session.js';
import { MultiCombobox, RadioGroup, TextField } from '../../ui/index.js';
import { DeletionFields, useDeletionFields } from './deletion-fields.js';
import { REGULATION_TYPES, scopeOf, TYPE_MEANINGS, TYPE_WORDS } from './regulation-words.js';
import { TEXTS } from './texts.js';

const { fields: texts } = TEXTS;

/** Returns the state of all fields of a regulation except the users. */
export function useRegulationFields() {
  const may = useMay();
  const [type, setType] = useState<RegulationType>(
    may('regulations:suppress') ? 'suppress' : 'delete',
  );
  const [sourceIds, setSourceIds] = useState<string[]>([]);
  const deletion = useDeletionFields();
  const [reason, setReason] = useState('');
  const deletes = type !== 'suppress';
  return {
    ...{ type, setType, sourceIds, setSourceIds, deletion, reason, setReason, deletes },
    /** Whether the fields of a deletion have all values that the API requires. */
    isComplete: !deletes || deletion.isComplete,
    /** Members of the request body. */
    asked: {
      regulationType: type,
      ...(deletes ? deletion.asked : {}),
      ...defined({
        sourceIds: deletes || sourceIds.length === 0 ? undefined : sourceIds,
        reason: reason.trim() || undefined,
      }),
    },
  };
}

interface FieldsProps {
  readonly fields: ReturnType<typeof useRegulationFields>;
  /** Errors of the API by path. */
  readonly details: Readonly<Record<string, string>>;
}

export function TypeField({ fields: { type, setType } }: Pick<FieldsProps, 'fields'>) {
  const may = useMay();
  return (
    <RadioGroup
      label={texts.type}
      value={type}
      onChange={setType}
      options={REGULATION_TYPES.filter((one) => may(scopeOf(one))).map((value) => ({
        ...{ value, label: TYPE_WORDS[value], hint: TYPE_MEANINGS[value] },
      }))}
    />
  );
}

export function WhereAndWhyFields({ fields, details }: FieldsProps) {
  const enabled = useMay()('catalog:read');
  const sources = useQuery({ ...allSourcesQuery, enabled });
  return (
    <>
      {fields.deletes ? (
        <DeletionFields
          fields={fields.deletion}
          errors={{
            destinationIds: ofList(details, 'destinationIds', fields.deletion.destinationIds),
            receivedAt: details.receivedAt ?? details.received_at,
          }}
        />
      ) : (
        <MultiCombobox
          label={texts.sources}
          placeholder={texts.allSources}
          value={fields.sourceIds}
          onChange={fields.setSourceIds}
          options={(sources.data ?? []).map(optionOf)}
          empty={texts.noSource}
          hint={texts.sourcesHint}
          error={ofList(details, 'sourceIds', fields.sourceIds)}
        />
      )}
      <ReasonField value={fields.reason} onChange={fields.setReason} error={details.reason} />
    </>
  );
}

export function ReasonField(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | undefined;
}) {
  return (
    <TextField
      {...props}
      label={texts.reason}
      required={false}
      maxLength={500}
      hint={texts.reasonHint}
    />
  );
}

/** Returns the error of a list or of one element of the list. */
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
