import { useState } from 'react';
import { formatUtc } from '../../lib/format-time.js';
import { serverNow } from '../../lib/server-clock.js';
import { Select, TextField } from '../../ui/index.js';
import { expiresAt, expiriesWithin, type Expiry } from './expiry.js';

const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** When it stops working; `at` is undefined for never. */
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

/** How long it works. */
export function ExpiryField({
  choice,
  error,
}: {
  readonly choice: ReturnType<typeof useExpiry>;
  readonly error?: string | undefined;
}) {
  const { offered, expiry, date, ends, at } = choice;
  const words: Readonly<Record<Expiry, string>> = {
    ...{ '30': '30 days', '90': '90 days', '365': 'A year', never: 'Without an end' },
    ...{ longest: 'As long as your own token', date: 'Until a day' },
  };
  return (
    <>
      <Select
        label="Works for"
        value={expiry}
        onChange={choice.setChosen}
        options={offered.map((value) => ({ value, label: words[value] }))}
      />
      {expiry === 'date' && (
        <TextField
          label="Last day"
          type="date"
          min={new Date(serverNow()).toISOString().slice(0, 10)}
          max={ends?.slice(0, 10)}
          value={date}
          onChange={choice.setDate}
          error={error}
          hint={at === undefined ? undefined : `It ends at ${formatUtc(new Date(at))}.`}
        />
      )}
    </>
  );
}
