import { useMutation, useQueryClient, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../api/api-error.js';
import type { Code, SavedCode } from '../../api/transformations.js';

/**
 * Returns the state of an editor for a transformation or library. When another user saves a
 * version, that version replaces a text without edits. If the text has edits, saving fails with
 * status 412, and the user chooses a version.
 *
 * @param query query of the saved version
 */
export function useSavedText<Saved extends SavedCode>(
  present: SavedCode,
  query: UseQueryOptions<Saved, Error, Saved, string[]>,
  saveIt: (
    etag: SavedCode['etag'],
    body: Code,
    take: (saved: SavedCode) => void,
  ) => Promise<unknown>,
) {
  const queries = useQueryClient();
  const [base, setBase] = useState(present);
  const [name, setName] = useState(present.name);
  const [code, setCode] = useState(present.code);
  const [theirs, setTheirs] = useState<SavedCode>();
  const isUnsaved = name !== base.name || code !== base.code;
  const isOld = present.etag !== base.etag;

  const take = (saved: SavedCode) => {
    setBase(saved);
    setName(saved.name);
    setCode(saved.code);
    setTheirs(undefined);
  };
  useEffect(() => {
    if (isOld && !isUnsaved) take(present);
  }, [isOld, isUnsaved, present]);

  const body = { name: name.trim(), code };
  const save = useMutation({
    mutationFn: (etag: SavedCode['etag']) => saveIt(etag, body, take),
    onError: async (error) => {
      if (isConflict(error)) setTheirs(await queries.query({ ...query, staleTime: 0 }));
    },
  });
  const maySave = isUnsaved && body.name !== '' && !save.isPending;
  return {
    ...{ base, body, name, setName, code, setCode, isUnsaved, maySave, theirs },
    isSaving: save.isPending,
    /** Error of the last save; null after a conflict. */
    error: isConflict(save.error) ? null : save.error,
    save: () => {
      if (maySave) save.mutate(base.etag);
    },
    leaveTheirs: () => setTheirs(undefined),
    takeTheirs: (saved: SavedCode) => {
      take(saved);
      save.reset();
    },
    saveOverTheirs: (saved: SavedCode) => {
      setBase(saved);
      save.mutate(saved.etag);
    },
  };
}

export type SavedText = ReturnType<typeof useSavedText>;

function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}
