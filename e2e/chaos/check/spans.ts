import type { FinalState } from '../system/final-state.js';

/** Each run must have spans of these services. Without spans, the check could not find a leak. */
const SERVICES = ['gateway', 'regulation', 'test-runner', 'deletion-worker', 'event-filter'];

/**
 * Checks that no span contains a user of a request or an event, a text of a caller, or a secret.
 * Searches for each text verbatim and URL-encoded.
 */
export function leakingSpans({ spanTexts, seenSpans, hidden }: FinalState): string[] {
  const silent = SERVICES.filter(
    (app) => !seenSpans.some(({ service }) => service === `lethe-${app}`),
  );
  const texts = spanTexts.map((text) => text.toLowerCase());
  const all = texts.join('\n');
  const leaks = hidden.flatMap((text) => {
    const form = [text, encodeURIComponent(text)]
      .map((one) => one.toLowerCase())
      .find((one) => all.includes(one));
    if (form === undefined) return [];
    return [`"${text}" is in a span, in "${texts.find((one) => one.includes(form)) ?? ''}"`];
  });
  return [...silent.map((app) => `there is no span of the ${app}`), ...leaks];
}
