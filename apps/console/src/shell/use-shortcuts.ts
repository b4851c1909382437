import { useEffect } from 'react';
import { allCommands } from '../lib/commands.js';

/** Maximum milliseconds between two keys of a shortcut. */
const LONGEST_PAUSE_MS = 1_000;

/**
 * Runs a command when the user presses its keys. Ignores keys in input fields, menus and dialogs.
 * Use this hook only once, because a second use would run each command twice.
 */
export function useShortcuts(): void {
  useEffect(() => {
    let pressed: string[] = [];
    let last = 0;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.repeat || isWriting(event.target) || isDialogOpen()) return;
      if (event.timeStamp - last > LONGEST_PAUSE_MS) pressed = [];
      last = event.timeStamp;
      pressed = [...pressed, event.key].slice(-2);
      const found = allCommands().find(({ keys }) => keys !== undefined && endsWith(pressed, keys));
      if (found === undefined) return;
      pressed = [];
      event.preventDefault();
      found.run();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function endsWith(pressed: readonly string[], keys: readonly string[]): boolean {
  return keys.length <= pressed.length && keys.join(' ') === pressed.slice(-keys.length).join(' ');
}

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]',
    ) !== null
  );
}

/** Returns true if a dialog is open. Ignores toasts, which have the role of a dialog too. */
function isDialogOpen(): boolean {
  return (
    document.querySelector(
      ':is([role="dialog"], [role="alertdialog"]):not([aria-modal="false"])',
    ) !== null
  );
}
