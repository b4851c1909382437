import { useEffect, useState, type FocusEvent } from 'react';

/**
 * Tracks whether the user reads an element. The user reads the element while it is scrolled,
 * contains the focus, or contains a pointer that has moved.
 *
 * @param onReading called at each change; must be stable (`useCallback`)
 * @returns event handlers for the element, and `stop`. Call `stop` when the user wants to see new
 * content.
 */
export function useReading(
  isScrolled: boolean,
  onReading: ((isReading: boolean) => void) | undefined,
) {
  const [isPointing, setPointing] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isReading = isScrolled || isPointing || hasFocus;
  useEffect(() => {
    onReading?.(isReading);
    return () => onReading?.(false);
  }, [onReading, isReading]);
  return {
    stop: () => setPointing(false),
    handlers: {
      // Listens only to moves of the pointer, because content can scroll under a pointer that
      // rests.
      onPointerMove: () => setPointing(true),
      onPointerLeave: () => setPointing(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocus(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  };
}
