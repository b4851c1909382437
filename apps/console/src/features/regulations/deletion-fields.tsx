import { ALL_DESTINATIONS } from '@lethe/contracts/all-destinations';
import { defined } from '@lethe/contracts/json';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDestinationName } from '../../api/catalog.js';
import { deletableQuery, type Regulation } from '../../api/regulations.js';
import { serverNow } from '../../lib/server-clock.js';
import { startOfDay } from '../../lib/utc-days.js';
import { messageOf, MultiCombobox, RadioGroup, Select, TextField } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { deletionFields: texts } = TEXTS;

type Law = NonNullable<Regulation['law']>;
const LAWS = Object.keys(texts.laws) as Law[];
const PLACES = ['all', 'chosen'] as const;

/** Returns the state of the fields that only a deletion has. */
export function useDeletionFields() {
  const [places, setPlaces] = useState<(typeof PLACES)[number]>('all');
  const [destinationIds, setDestinationIds] = useState<string[]>([]);
  const [receivedOn, setReceivedOn] = useState('');
  const [law, setLaw] = useState<Law>();
  return {
    ...{ places, setPlaces, destinationIds, setDestinationIds },
    ...{ receivedOn, setReceivedOn, law, setLaw },
    isComplete: places === 'all' || destinationIds.length > 0,
    /** Members of the request body. */
    asked: {
      destinationIds: places === 'all' ? [ALL_DESTINATIONS] : destinationIds,
      ...defined({ receivedAt: receivedOn === '' ? undefined : startOfDay(receivedOn), law }),
    },
  };
}

interface Props {
  readonly fields: ReturnType<typeof useDeletionFields>;
  /** Errors of the fields. */
  readonly errors: {
    readonly destinationIds?: string | undefined;
    readonly receivedAt?: string | undefined;
  };
}

export function DeletionFields({ fields, errors }: Props) {
  return (
    <>
      <RadioGroup
        label={texts.places}
        value={fields.places}
        onChange={fields.setPlaces}
        options={PLACES.map((value) => ({ value, ...texts.choices[value] }))}
      />
      {fields.places === 'chosen' && <ChosenDestinations {...{ fields, errors }} />}
      <TextField
        label={texts.receivedOn}
        required={false}
        type="date"
        max={new Date(serverNow()).toISOString().slice(0, 10)}
        value={fields.receivedOn}
        onChange={fields.setReceivedOn}
        hint={texts.receivedOnHint}
        error={errors.receivedAt}
      />
      <Select<Law | ''>
        label={texts.law}
        value={fields.law ?? ''}
        onChange={(next) => fields.setLaw(next === '' ? undefined : next)}
        options={[
          { value: '', label: texts.noLaw },
          ...LAWS.map((value) => ({ value, label: texts.laws[value] })),
        ]}
      />
    </>
  );
}

/** Offers only destinations that can delete. */
function ChosenDestinations({ fields, errors }: Props) {
  const deletable = useQuery(deletableQuery);
  const nameOf = useDestinationName();
  const error =
    errors.destinationIds ?? (deletable.isError ? messageOf(deletable.error) : undefined);
  return (
    <MultiCombobox
      label={texts.destinations}
      placeholder={texts.chooseDestinations}
      value={fields.destinationIds}
      onChange={fields.setDestinationIds}
      options={(deletable.data ?? []).map(({ destinationId, destinationType }) => ({
        ...{ value: destinationId, label: nameOf(destinationId), hint: destinationType },
      }))}
      empty={texts.noDestination}
      error={error}
    />
  );
}
