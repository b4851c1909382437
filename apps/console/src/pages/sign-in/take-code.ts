/** Takes the code of a link that signs in once out of the URL, so that it is in no history, and hands it out one time. */
export function takeCode(): { take(): string | undefined } {
  let code = new URLSearchParams(location.hash.slice(1)).get('code') ?? undefined;
  if (code !== undefined) {
    history.replaceState(history.state, '', location.pathname + location.search);
  }
  return {
    take() {
      const taken = code;
      code = undefined;
      return taken;
    },
  };
}
