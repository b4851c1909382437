import { createContext, useContext, useEffect } from 'react';
import type { ServerEvent } from './event-stream.js';
import type { Live } from './live.js';

export const LiveContext = createContext<Live | undefined>(undefined);

/**
 * @param listener function that receives each event of the workspace; it must be stable
 * (`useCallback`)
 */
export function useLiveEvent(listener: (event: ServerEvent) => void): void {
  const live = useContext(LiveContext);
  useEffect(() => live?.onEvent(listener), [live, listener]);
}
