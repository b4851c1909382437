import { useEffect, useState } from 'react';

/** @returns the code in a link that signs in once; undefined for another text */
function codeIn(text: string): string | undefined {
  const at = text.indexOf('#');
  return at === -1 ? undefined : (new URLSearchParams(text.slice(at + 1)).get('code') ?? undefined);
}

/** Takes the code of a link that signs in once out of the URL, so that no history has it. */
function takeCode(): string | undefined {
  const code = codeIn(location.hash);
  if (code !== undefined) {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return code;
}

// When the page's code is read: the code is out of the URL before anything else happens.
let codeOfPage = takeCode();

/**
 * @returns the code of the link that the page was opened with, or that was pasted into its address since, and a function that takes a link that was pasted
 *   elsewhere: false for another text
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
