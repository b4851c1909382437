import { useEffect, useRef, useState } from 'react';

/**
 * A text that is written and stands in the URL. The URL follows a moment after, so what is shown is the text itself: letters that are typed
 * meanwhile would be lost otherwise.
 *
 * @param inUrl as it is there now
 * @param put puts it there
 */
export function useTextInUrl(inUrl: string, put: (text: string) => void) {
  const [text, setText] = useState(inUrl);
  const newest = useRef(inUrl);
  const onTheirWay = useRef(new Set<string>());
  useEffect(() => {
    if (inUrl === newest.current) {
      onTheirWay.current.clear();
    } else if (!onTheirWay.current.has(inUrl)) {
      // From elsewhere: a link, or back in the history.
      newest.current = inUrl;
      setText(inUrl);
    }
  }, [inUrl]);
  const change = (next: string) => {
    newest.current = next;
    onTheirWay.current.add(next);
    setText(next);
    put(next);
  };
  return [text, change] as const;
}
