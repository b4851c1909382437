import { useLayoutEffect, useState, type RefObject } from 'react';

/** Returns true while an element is at least `pixels` wide. */
export function useIsWide(element: RefObject<HTMLElement | null>, pixels: number): boolean {
  const [isWide, setWide] = useState(true);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null) return undefined;
    const measure = () => setWide(current.clientWidth >= pixels);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, pixels]);
  return isWide;
}
