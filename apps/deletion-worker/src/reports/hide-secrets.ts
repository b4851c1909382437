import type { DeletionTarget } from '@lethe/catalog';
import { createSecretMasker, findDefinition } from '@lethe/destination-definitions';
import type { HideSecrets } from './bound-outcome.js';

/** Texts of which the form without secrets is remembered: vendors say the same of most users. */
const MOST_REMEMBERED = 1_000;

/**
 * Makes the function that takes a destination's secrets out of texts. Identifiers stay: the service, which knows all of
 * them, hides them in one pass. To hide those of the job here would leave what is around them.
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
