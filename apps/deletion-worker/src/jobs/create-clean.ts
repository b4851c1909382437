import type { DeletionTarget } from '@lethe/catalog';
import { createSecretMasker, findDefinition } from '@lethe/destination-definitions';
import { createIdentifierScrubber, type ClaimedJob } from '@lethe/contracts';
import type { Clean } from '../reports/clean-outcome.js';

/** Texts of which the cleaned form is remembered: vendors say the same of most users. */
const MOST_REMEMBERED = 1_000;

/** Makes the function that takes a destination's secrets and the jobs' identifiers out of texts. */
export function createClean(target: DeletionTarget, jobs: readonly ClaimedJob[]): Clean {
  let clean: Clean | undefined;
  const known = new Map<string, string>();
  return (text, isCut) => {
    clean ??= makeClean(target, jobs);
    const key = `${String(isCut)} ${text}`;
    const cleaned = known.get(key) ?? clean(text, isCut);
    if (known.size < MOST_REMEMBERED) known.set(key, cleaned);
    return cleaned;
  };
}

function makeClean(target: DeletionTarget, jobs: readonly ClaimedJob[]): Clean {
  const mask = createSecretMasker(findDefinition(target.type), target.config);
  const users = jobs.flatMap((job) => job.users.map(({ identifiers }) => identifiers));
  const scrub = createIdentifierScrubber(users);
  return (text, isCut) => scrub(String(mask(text, { isCut })));
}
