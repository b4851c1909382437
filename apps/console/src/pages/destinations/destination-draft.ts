import { useState } from 'react';
import type { Destination } from '../../api/catalog.js';
import type { Versioned } from '../../api/client.js';
import { changesOf, isSame, type Fields, type Values } from './form/config-values.js';
import { labelOf } from './form/field-label.js';

/** What somebody has edited of a destination, and not saved. */
interface Draft {
  readonly name: string | undefined;
  readonly config: Values;
}

const NOTHING: Draft = { name: undefined, config: {} };

/** The members of a PATCH that the draft needs; none where it changes nothing. */
export function patchOf(fields: Fields, stored: Destination, draft: Draft) {
  const config = changesOf(fields, stored.config, draft.config);
  const name = draft.name?.trim();
  return {
    ...(name !== undefined && name !== stored.name && { name }),
    ...(Object.keys(config).length > 0 && { config }),
  };
}

/** What is another in the second one, as people call it. */
export function differencesOf(before: Destination, after: Destination): string[] {
  const names = new Set([...Object.keys(before.config), ...Object.keys(after.config)]);
  return [
    ...(before.name === after.name ? [] : ['Name']),
    ...(before.enabled === after.enabled ? [] : ['Enabled']),
    ...(before.transformation?.id === after.transformation?.id ? [] : ['Transformation']),
    ...[...names].filter((name) => !isSame(before.config[name], after.config[name])).map(labelOf),
  ];
}

/**
 * A draft over the newest version. The version that was there when the editing began is remembered, so that somebody else's
 * change is told, and a save is refused (412) until whoever edits has seen it.
 */
export function useDraft(newest: Versioned<Destination>, fields: Fields | undefined) {
  const [draft, setDraft] = useState(NOTHING);
  const [seen, setSeen] = useState(newest);
  const patch = fields === undefined ? {} : patchOf(fields, newest, draft);
  const isDirty = Object.keys(patch).length > 0;
  if (!isDirty && seen !== newest) setSeen(newest);
  return {
    draft,
    patch,
    isDirty,
    /** The version to which a save is made. */
    etag: isDirty ? seen.etag : newest.etag,
    /** What somebody else has changed meanwhile. */
    changedMeanwhile:
      isDirty && seen.etag !== newest.etag ? differencesOf(seen, newest) : undefined,
    setName: (name: string) => setDraft((before) => ({ ...before, name })),
    edit: (field: string, value: unknown) =>
      setDraft((before) => ({ ...before, config: { ...before.config, [field]: value } })),
    discard: () => setDraft(NOTHING),
    /** Their change was seen: the draft goes on top of it. */
    goOn: () => setSeen(newest),
    saved: (now: Versioned<Destination>) => {
      setDraft(NOTHING);
      setSeen(now);
    },
  };
}

export type DestinationDraft = ReturnType<typeof useDraft>;
