import { useEffect, useState } from 'react';

/** What is saved of a module, and the version of it that a change has to name. */
export interface SavedModule {
  readonly name: string;
  readonly code: string;
  readonly etag: string | undefined;
}

/**
 * What somebody edits of a module. What is saved elsewhere meanwhile is taken over while nothing is edited here; else saving
 * is refused (412), and it is for them to choose.
 */
export function useSavedText(present: SavedModule) {
  const [base, setBase] = useState(present);
  const [name, setName] = useState(present.name);
  const [code, setCode] = useState(present.code);
  const isUnsaved = name !== base.name || code !== base.code;
  const isOld = present.etag !== base.etag;

  const take = (saved: SavedModule) => {
    setBase(saved);
    setName(saved.name);
    setCode(saved.code);
  };
  useEffect(() => {
    if (isOld && !isUnsaved) take(present);
  }, [isOld, isUnsaved, present]);

  return { base, name, setName, code, setCode, isUnsaved, take, setBase };
}
