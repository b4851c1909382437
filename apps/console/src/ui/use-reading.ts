import { useEffect, useState, type FocusEvent } from 'react';

/**
 * Whether somebody reads what is in an element: has scrolled it, points at it, or is in it with the keyboard.
 *
 * @param onReading is told of it; stable
 * @returns handlers for the element, and `stop`, for when somebody wants to see what is new
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
      // What comes to lie below a pointer that rests is not pointed at.
      onPointerMove: () => setPointing(true),
      onPointerLeave: () => setPointing(false),
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocus(relatedTarget instanceof Node && currentTarget.contains(relatedTarget)),
    },
  };
}
