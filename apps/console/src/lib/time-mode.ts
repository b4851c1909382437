import { Choice } from './choice.js';

export const TIME_MODES = ['relative', 'local', 'utc'] as const;
export type TimeMode = (typeof TIME_MODES)[number];

export const timeMode = new Choice<TimeMode>('lethe.time', TIME_MODES);
