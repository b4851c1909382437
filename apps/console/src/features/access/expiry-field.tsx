import { useState } from 'react';
import { formatUtc } from '../../lib/format-time.js';
import { serverNow } from '../../lib/server-clock.js';
import { Select, TextField } from '../../ui/index.js';
import { expiresAt, expiriesWithin, type Expiry } from './expiry.js';
import { TEXTS } from './texts.js';

const { expiryField: texts } = TEXTS;

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Returns the state of the expiry field. `at` is undefined if the credential never expires, or if
 * the date is incomplete.
 */
export function useExpiry(ends: string | undefined) {
  const [now] = useState(serverNow);
  const offered = expiriesWithin(ends, now);
  const [chosen, setChosen] = useState<Expiry>();
  const [date, setDate] = useState('');
  const expiry = chosen ?? (offered.includes('90') ? '90' : (offered[0] ?? 'date'));
  const isComplete = expiry !== 'date' || DATE.test(date);
  return {
    ...{ offered, expiry, date, ends, setChosen, setDate, isComplete },
    at: isComplete ? expiresAt(expiry, date, ends, now) : undefined,
    reset: () => {
      setChosen(undefined);
      setDate('');
    },
  };
}

export function ExpiryField({
  choice,
  error,
}: {
  readonly choice: ReturnType<typeof useExpiry>;
  readonly error?: string | undefined;
}) {
  const { offered, expiry, date, ends, at } = choice;
  return (
    <>
      <Select
        label={texts.label}
        value={expiry}
        onChange={choice.setChosen}
        options={offered.map((value) => ({ value, label: texts.choices[value] }))}
      />
      {expiry === 'date' && (
        <TextField
          label={texts.lastDay}
          type="date"
          min={new Date(serverNow()).toISOString().slice(0, 10)}
          max={ends?.slice(0, 10)}
          value={date}
          onChange={choice.setDate}
          error={error}
          hint={at === undefined ? undefined : texts.expiresAt(formatUtc(new Date(at)))}
        />
      )}
    </>
  );
}
