export const TEXTS = {
  title: 'Playground',
  description:
    'Try code on an event. It runs as you type. Nothing is sent until you press Send and confirm.',
  copyOf: (transformation: string) =>
    `This is a copy of ${transformation}. Your changes here are not saved.`,
  save: 'Save as a transformation',
} as const;
