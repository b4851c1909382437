import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Masked } from '../../ui/index.js';
import { identifiersQuery } from '../../api/regulations.js';

/** One identifier of a regulation, masked until a person asks for it: that is recorded. */
export function Identifier({
  regulationId,
  name,
  masked,
}: {
  readonly regulationId: string;
  readonly name: string;
  /** As the API masks it. */
  readonly masked: unknown;
}) {
  const [isAsked, setAsked] = useState(false);
  const { data } = useQuery({ ...identifiersQuery(regulationId), enabled: isAsked });
  const value = data?.[name];
  return (
    <Masked
      masked={String(masked)}
      value={value === undefined || typeof value === 'string' ? value : JSON.stringify(value)}
      onReveal={() => setAsked(true)}
    />
  );
}
