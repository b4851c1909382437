import { useEffect, useState } from 'react';

/** Takes the code of a link that signs in once out of the URL, so that no history has it. */
function takeCode(): string | undefined {
  const code = new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined;
  if (code !== undefined) {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return code;
}

// When the page's code is read: the code is out of the URL before anything else happens.
let codeOfPage = takeCode();

/** @returns the code of the link that the page was opened with, or that was pasted into its address since */
export function useCodeOfLink(): string | undefined {
  const [code, setCode] = useState<string>();
  useEffect(() => {
    const take = (): void => {
      const taken = codeOfPage ?? takeCode();
      codeOfPage = undefined;
      if (taken !== undefined) setCode(taken);
    };
    take();
    addEventListener('hashchange', take);
    return () => {
      removeEventListener('hashchange', take);
    };
  }, []);
  return code;
}
