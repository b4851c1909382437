export const TEXTS = {
  apiError: {
    unreachable: 'The gateway cannot be reached.',
    unexpectedAnswer: (status: number) =>
      `The answer with status ${status} did not come from Lethe, but from a system in front of it, such as a proxy.`,
  },
} as const;
