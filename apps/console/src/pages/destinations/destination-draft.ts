import { useState } from 'react';
import type { Destination } from '../../api/catalog.js';
import type { Versioned } from '../../api/client.js';
import { changesOf, isSame, type Fields, type Values } from './form/config-values.js';
import { labelOf } from './form/field-label.js';
import { TEXTS } from './texts.js';

const { destinationDraft: texts } = TEXTS;

interface Draft {
  readonly name: string | undefined;
  readonly config: Values;
}

const NOTHING: Draft = { name: undefined, config: {} };

/**
 * Returns the body of the PATCH request that saves the draft. The body is empty if nothing was
 * changed.
 */
export function patchOf(fields: Fields, stored: Destination, draft: Draft) {
  const config = changesOf(fields, stored.config, draft.config);
  const name = draft.name?.trim();
  return {
    ...(name !== undefined && name !== stored.name && { name }),
    ...(Object.keys(config).length > 0 && { config }),
  };
}

/** Returns the labels of the fields that differ between two versions. */
export function differencesOf(before: Destination, after: Destination): string[] {
  const names = new Set([...Object.keys(before.config), ...Object.keys(after.config)]);
  return [
    ...(before.name === after.name ? [] : [texts.name]),
    ...(before.enabled === after.enabled ? [] : [texts.enabled]),
    ...(before.transformation?.id === after.transformation?.id ? [] : [texts.transformation]),
    ...[...names].filter((name) => !isSame(before.config[name], after.config[name])).map(labelOf),
  ];
}

/**
 * Returns the unsaved edits of a destination, and the version at the start of editing. If another
 * user saves a change during the edit, the page shows the change. Until this user accepts it with
 * `goOn`, saving fails with status 412.
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
    /** Version that a save replaces, for `If-Match`. */
    etag: isDirty ? seen.etag : newest.etag,
    /**
     * Labels of the fields that another user changed during the edit; undefined without a change.
     */
    changedMeanwhile:
      isDirty && seen.etag !== newest.etag ? differencesOf(seen, newest) : undefined,
    setName: (name: string) => setDraft((before) => ({ ...before, name })),
    edit: (field: string, value: unknown) =>
      setDraft((before) => ({ ...before, config: { ...before.config, [field]: value } })),
    discard: () => setDraft(NOTHING),
    /** Accepts the change by another user. The draft then applies to the newest version. */
    goOn: () => setSeen(newest),
    saved: (now: Versioned<Destination>) => {
      setDraft(NOTHING);
      setSeen(now);
    },
  };
}

export type DestinationDraft = ReturnType<typeof useDraft>;
