import type { DeletionTarget } from '@lethe/catalog';
import { createSecretMasker, findDefinition } from '@lethe/destination-definitions';
import type { Clean } from '../reports/clean-outcome.js';

/** Texts of which the cleaned form is remembered: vendors say the same of most users. */
const MOST_REMEMBERED = 1_000;

/**
 * Makes the function that takes a destination's secrets out of texts. Identifiers stay: the service, which knows all of
 * them, hides them in one pass. To hide those of the job here would leave what is around them.
 */
export function createClean(target: DeletionTarget): Clean {
  let clean: Clean | undefined;
  const known = new Map<string, string>();
  return (text, isCut) => {
    clean ??= makeClean(target);
    const key = `${String(isCut)} ${text}`;
    const cleaned = known.get(key) ?? clean(text, isCut);
    if (known.size < MOST_REMEMBERED) known.set(key, cleaned);
    return cleaned;
  };
}

function makeClean(target: DeletionTarget): Clean {
  const mask = createSecretMasker(findDefinition(target.type), target.config);
  return (text, isCut) => String(mask(text, { isCut }));
}
