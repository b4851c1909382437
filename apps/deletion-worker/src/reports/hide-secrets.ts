import type { DeletionTarget } from '@lethe/catalog';
import { createSecretMasker, findDefinition } from '@lethe/destination-definitions';
import type { HideSecrets } from './bound-outcome.js';

/**
 * Maximum number of masked texts in the cache. Vendors answer with the same text for most users.
 */
const MOST_REMEMBERED = 1_000;

/**
 * Returns a function that masks a destination's secrets in texts. The service masks identifiers,
 * because it knows all identifiers of a user. The job contains only some of them, so the worker
 * could leave parts of other identifiers in the text.
 */
export function createHideSecrets(target: DeletionTarget): HideSecrets {
  let hideSecrets: HideSecrets | undefined;
  const known = new Map<string, string>();
  return (text, isCut) => {
    hideSecrets ??= makeHideSecrets(target);
    const key = `${String(isCut)} ${text}`;
    const hidden = known.get(key) ?? hideSecrets(text, isCut);
    if (known.size < MOST_REMEMBERED) known.set(key, hidden);
    return hidden;
  };
}

function makeHideSecrets(target: DeletionTarget): HideSecrets {
  const mask = createSecretMasker(findDefinition(target.type), target.config);
  return (text, isCut) => String(mask(text, { isCut }));
}
