/** Message types that can be tested. */
export const TEST_MESSAGE_TYPES = [
  'identify',
  'track',
  'page',
  'screen',
  'group',
  'alias',
] as const;
export type TestMessageType = (typeof TEST_MESSAGE_TYPES)[number];
