import { useEffect, useState } from 'react';

/** @returns code in a sign-in link; undefined if the text is no such link */
function codeIn(text: string): string | undefined {
  const at = text.indexOf('#');
  return at === -1 ? undefined : (new URLSearchParams(text.slice(at + 1)).get('code') ?? undefined);
}

/** Removes the code of a sign-in link from the URL, and so from the history, and returns it. */
function takeCode(): string | undefined {
  const code = codeIn(location.hash);
  if (code !== undefined) {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return code;
}

// Runs when the module is loaded, so that the code is removed from the URL before other code runs.
let codeOfPage = takeCode();

/**
 * @returns the code from the URL of the page, and a function that takes the code from a pasted link
 * and returns false for other texts
 */
export function useCodeOfLink(): [code: string | undefined, take: (text: string) => boolean] {
  const [code, setCode] = useState<string>();
  useEffect(() => {
    const take = (): void => {
      const taken = codeOfPage ?? takeCode();
      codeOfPage = undefined;
      if (taken !== undefined) setCode(taken);
    };
    take();
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  const takeFrom = (text: string): boolean => {
    const found = codeIn(text);
    if (found !== undefined) setCode(found);
    return found !== undefined;
  };
  return [code, takeFrom];
}
