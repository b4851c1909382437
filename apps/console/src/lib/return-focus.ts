/** A dialog above the page. */
const DIALOG = '[role$="dialog"]:not([aria-modal="false"])'; // a toast is none
const SURFACE = `${DIALOG}, #root`;
const FOCUSABLE = 'a[href], button, input, select, textarea, [contenteditable="true"], [tabindex]';
const ROW = 'tr, [role="row"]';
const HEADINGS = 'h1, h2, h3';

/** An element that had the focus, with its ancestors up to the surface, and where each stood among its siblings. */
type Trail = readonly { readonly element: HTMLElement; readonly index: number }[];

const trails = new WeakMap<Element, Trail>();
let stopWatching: (() => void) | undefined;

/**
 * Keeps the focus out of the body of the page when an action removes the control that it was used with. The document is watched from each use of
 * a control to the next key, click or scroll of the user.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => remember(target));
  document.addEventListener('click', watch);
  for (const event of ['keydown', 'pointerdown', 'wheel']) {
    document.addEventListener(event, () => stopWatching?.(), { capture: true, passive: true });
  }
}

/**
 * Moves the focus when a dialog closes: to the control that opened it, or to what is nearest to where that was: its row, the row
 * in its place, the heading of its part of the page, the heading of the page.
 *
 * @returns false: the dialog itself moves no focus. It would leave out a row, which is no stop of the Tab key
 */
export function focusAfterDialog(): false {
  queueMicrotask(() => {
    const surface = topSurface();
    landingOn(surface, trails.get(surface) ?? []).focus({ preventScroll: true });
    watch();
  });
  return false;
}

function remember(target: EventTarget | null): void {
  if (!(target instanceof HTMLElement)) return;
  const surface = target.closest(SURFACE);
  if (surface === null) return; // a menu or a list above the page: it returns the focus itself
  const trail = [];
  for (let element: HTMLElement | null = target; element !== null && element !== surface;) {
    const parent: HTMLElement | null = element.parentElement;
    trail.push({ element, index: [...(parent?.children ?? [])].indexOf(element) });
    element = parent;
  }
  trails.set(surface, trail);
}

function watch(): void {
  stopWatching?.();
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body && document.activeElement !== null) return;
    const surface = topSurface();
    const trail = trails.get(surface);
    // A control that is still there lost the focus on purpose: to a dialog that is about to open, for example.
    if (trail?.[0]?.element.isConnected !== false) return;
    landingOn(surface, trail).focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  stopWatching = () => observer.disconnect();
}

/** The dialog that is open above all others, or else the page. */
function topSurface(): HTMLElement {
  const open = [...document.querySelectorAll<HTMLElement>(`${DIALOG}[data-open]`)].at(-1);
  return open ?? document.getElementById('root') ?? document.body;
}

function landingOn(surface: HTMLElement, trail: Trail): HTMLElement {
  for (const [n, { element }] of trail.entries()) {
    if (!element.isConnected) continue;
    if (element.tagName === 'MAIN') break;
    if (element.matches(ROW) || isFocusable(element)) return focusable(element);
    const below = trail[n - 1];
    if (below?.element.matches(ROW) === true) {
      const rows = [...element.children].filter((child) => child.matches(ROW));
      const row = rows[Math.min(below.index, rows.length - 1)];
      if (row instanceof HTMLElement) return focusable(row);
    }
    const heading = element.matches('section')
      ? element.querySelector<HTMLElement>(HEADINGS)
      : null;
    if (heading !== null) return focusable(heading);
  }
  const heading = surface.querySelector<HTMLElement>('main h1') ?? surface.querySelector(HEADINGS);
  return focusable(heading instanceof HTMLElement ? heading : surface);
}

function isFocusable(element: HTMLElement): boolean {
  return element.matches(FOCUSABLE) && !element.matches(':disabled') && element.checkVisibility();
}

/** What has no place in the order of the Tab key may have the focus all the same. */
function focusable(element: HTMLElement): HTMLElement {
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
  return element;
}
