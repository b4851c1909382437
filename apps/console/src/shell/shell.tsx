import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useMe } from '../api/session.js';
import { LiveContext } from '../api/events/live-context.js';
import { Live } from '../api/events/live.js';
import { untilLoaded } from '../api/until-loaded.js';
import { useShortcuts } from './use-shortcuts.js';
import { IconButton, KeyboardHint, Tooltip } from '../ui/index.js';
import { AllowedPage } from './allowed-page.js';
import { Logo } from '../ui/logo.js';
import { SideNavigation } from './side-navigation.js';
import { SettingsMenu } from './settings-menu.js';
import styles from './shell.module.css';
import { TEXTS } from './texts.js';
import { UnreachableBanner } from '../ui/unreachable-banner.js';
import { useAppCommands } from './use-app-commands.js';

const CommandBar = lazy(untilLoaded(() => import('./command-bar.js')));
const ShortcutsDialog = lazy(untilLoaded(() => import('./shortcuts-dialog.js')));

/** The frame of every page after sign-in. */
export function Shell() {
  const me = useMe();
  const queries = useQueryClient();
  const [live] = useState(() => new Live(queries));
  const state = live.state.use();
  const { label, meaning } = TEXTS.live[state];
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const [isBarOpen, setBarOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const main = useFocusAfterNavigation(() => setDrawerOpen(false));
  useShortcuts();
  useAppCommands({
    openHelp: () => setHelpOpen(true),
  });
  useEffect(() => {
    live.start();
    return () => live.stop();
  }, [live]);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setBarOpen((open) => !open);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <div className={styles.shell}>
      <a href="#main" className={styles.skip} onClick={skipTo(main)}>
        {TEXTS.shell.skip}
      </a>
      <header className={styles.top}>
        <IconButton
          icon={MenuIcon}
          label={TEXTS.shell.openNavigation}
          className={styles.burger}
          aria-expanded={isDrawerOpen}
          onClick={() => setDrawerOpen(true)}
        />
        <Link to="/" className={styles.brand} aria-label={TEXTS.shell.home}>
          <Logo />
          <span className={styles.name}>Lethe</span>
        </Link>
        <span className={styles.slash} aria-hidden>
          /
        </span>
        <Tooltip text={TEXTS.shell.workspace(me.workspace.id)}>
          <span className={styles.workspace}>{me.workspace.name}</span>
        </Tooltip>
        <button
          type="button"
          className={styles.search}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => setBarOpen(true)}
        >
          <Search aria-hidden />
          <span>{TEXTS.commandBar.search}</span>
          <KeyboardHint keys={['mod', 'k']} />
        </button>
        <div className={styles.right}>
          <Tooltip text={meaning}>
            <span className={styles.live} data-state={state}>
              <span className={styles.dot} aria-hidden />
              <span>{label}</span>
            </span>
          </Tooltip>
          <SettingsMenu me={me} />
        </div>
      </header>
      <SideNavigation open={isDrawerOpen} onOpenChange={setDrawerOpen} />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        <UnreachableBanner />
        <div className={styles.page}>
          <LiveContext value={live}>
            <AllowedPage />
          </LiveContext>
        </div>
      </main>
      <Suspense>
        {isBarOpen && <CommandBar onOpenChange={setBarOpen} />}
        {isHelpOpen && <ShortcutsDialog onOpenChange={setHelpOpen} />}
      </Suspense>
    </div>
  );
}

/**
 * Moves the focus to a new page, so that screen readers announce the page. On the first page, the
 * focus stays where the browser put it.
 */
function useFocusAfterNavigation(onNavigated: () => void) {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const known = useRef(path);
  const navigated = useRef(onNavigated);
  navigated.current = onNavigated;
  useEffect(() => {
    if (path === undefined || known.current === path) return;
    const isFirst = known.current === undefined;
    known.current = path;
    if (isFirst) return;
    navigated.current();
    main.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [path]);
  return main;
}

/** Moves the focus to the content, without adding "#main" to the URL and the history. */
function skipTo(main: { readonly current: HTMLElement | null }) {
  return (event: { preventDefault(): void }) => {
    event.preventDefault();
    main.current?.focus();
  };
}
