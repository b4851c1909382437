const DIALOG = '[role$="dialog"]:not([aria-modal="false"])'; // excludes toasts
const SURFACE = `${DIALOG}, #root`;
const FOCUSABLE = 'a[href], button, input, select, textarea, [contenteditable="true"], [tabindex]';
const ROW = 'tr, [role="row"]';
const HEADINGS = 'h1, h2, h3';

/**
 * A focused element and its ancestors inside the dialog or the page, each with its index among its
 * siblings.
 */
type Trail = readonly { readonly element: HTMLElement; readonly index: number }[];

const trails = new WeakMap<Element, Trail>();
let stopWatching: (() => void) | undefined;

/**
 * If an action removes the control that has the focus, moves the focus to a useful element. Without
 * this function, the browser moves the focus to the document body. Watches the document from each
 * click until the next key, click or scroll.
 */
export function keepFocus(): void {
  document.addEventListener('focusin', ({ target }) => remember(target));
  document.addEventListener('click', watch);
  for (const event of ['keydown', 'pointerdown', 'wheel']) {
    document.addEventListener(event, () => stopWatching?.(), { capture: true, passive: true });
  }
}

/**
 * Moves the focus when a dialog closes. The focus goes to the control that opened the dialog. If
 * this control is gone, the focus goes to its row, the next row, the heading of the section, or the
 * heading of the page.
 *
 * @returns false, so that the dialog does not move the focus; the dialog never focuses rows,
 * because rows are not Tab stops
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
  if (surface === null) return; // menus and lists restore the focus without this code
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
    // If the control still exists, it lost the focus intentionally, for example to a dialog that
    // opens.
    if (trail?.[0]?.element.isConnected !== false) return;
    landingOn(surface, trail).focus({ preventScroll: true });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  stopWatching = () => observer.disconnect();
}

/** Returns the topmost open dialog, or the page. */
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

/** Makes an element focusable, without a Tab stop. */
function focusable(element: HTMLElement): HTMLElement {
  if (!element.matches(FOCUSABLE)) element.tabIndex = -1;
  return element;
}
