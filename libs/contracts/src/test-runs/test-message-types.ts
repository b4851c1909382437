export const TEST_MESSAGE_TYPES = [
  'identify',
  'track',
  'page',
  'screen',
  'group',
  'alias',
] as const;
