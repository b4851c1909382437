export const TEXTS = {
  title: 'Page not found',
  reason: 'There is no page at this address',
  whatToDo:
    'The address may be mistyped, or the page may belong to another version of the console.',
  overview: 'Go to the overview',
} as const;
