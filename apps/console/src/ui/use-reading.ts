import { useEffect, useState, type FocusEvent } from 'react';

/**
 * Tracks whether the user reads an element. The user reads it if it is scrolled, is under the moved
 * pointer, or has the focus.
 *
 * @param onReading function that is called at each change; it must be stable (`useCallback`)
 * @returns event handlers for the element, and `stop`, to call when the user wants to see new
 * content
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
      // Uses only moves of the pointer, because content can move under a pointer that rests.
      onPointerMove: () => setPointing(true),
      onPointerLeave: () => setPointing(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocus(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  };
}
