import { useEffect, useState } from 'react';

/** @returns the code in a sign-in link; undefined if the text is not a sign-in link */
function codeIn(text: string): string | undefined {
  const at = text.indexOf('#');
  return at === -1 ? undefined : (new URLSearchParams(text.slice(at + 1)).get('code') ?? undefined);
}

/** Returns the code of a sign-in link. Removes the code from the URL and the browser history. */
function takeCode(): string | undefined {
  const code = codeIn(location.hash);
  if (code !== undefined) {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return code;
}

// Runs when the module is loaded, so that the URL contains no code when other code runs.
let codeOfPage = takeCode();

/**
 * Returns the code from the URL of the page, and a function for pasted texts. The function takes
 * the code from a sign-in link, and returns false for other texts.
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
