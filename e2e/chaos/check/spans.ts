import type { FinalState } from '../system/final-state.js';

/** Of which each run must have spans: who sends none hides nothing. */
const SERVICES = ['gateway', 'regulation', 'test-runner', 'deletion-worker', 'event-filter'];

/** No span says whom a request or an event was about, what callers made up, or a secret; as it was, or as in a URL. */
export function tellingSpans({ spanTexts, seenSpans, hidden }: FinalState): string[] {
  const silent = SERVICES.filter(
    (app) => !seenSpans.some(({ service }) => service === `lethe-${app}`),
  );
  const texts = spanTexts.map((text) => text.toLowerCase());
  const all = texts.join('\n');
  const told = hidden.flatMap((text) => {
    const form = [text, encodeURIComponent(text)]
      .map((one) => one.toLowerCase())
      .find((one) => all.includes(one));
    if (form === undefined) return [];
    return [`"${text}" is in a span, in "${texts.find((one) => one.includes(form)) ?? ''}"`];
  });
  return [...silent.map((app) => `no span of the ${app} was seen`), ...told];
}
