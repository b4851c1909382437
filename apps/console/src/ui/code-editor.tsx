import { lazy, Suspense } from 'react';
import { untilLoaded } from '../api/until-loaded.js';
import { cx } from './class-names.js';
import styles from './code-editor.module.css';
import type { Language } from './editor/languages.js';
import { Skeleton } from './states.js';

export interface LineDiagnostic {
  /** From 1 on. */
  readonly line: number;
  /** From 1 on; the whole line without it. */
  readonly column?: number;
  readonly severity?: 'error' | 'warning' | 'info';
  readonly message: string;
}

export interface CodeEditorProps {
  /** Its name for readers of the screen. */
  readonly label: string;
  readonly language: Language;
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly readOnly?: boolean;
  /** Keep the array the same while it says the same. */
  readonly diagnostics?: readonly LineDiagnostic[];
  /** Ctrl/⌘-S. */
  readonly onSave?: () => void;
  /** Ctrl/⌘-Enter. */
  readonly onRun?: () => void;
  /** CSS; 320px without it. `100%` fills what is around it. */
  readonly height?: string;
}

const EditorView = lazy(untilLoaded(() => import('./editor/code-editor-view.js')));

/** JavaScript and JSON. Its 170 kB come when the first one is shown. */
export function CodeEditor({ height = '320px', ...props }: CodeEditorProps) {
  return (
    <div className={styles.frame} style={{ height }}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <EditorView {...props} />
      </Suspense>
    </div>
  );
}

export interface DiffProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly language: Language;
  /** Side by side, and not one below the other. */
  readonly split?: boolean;
}

const DiffView = lazy(untilLoaded(() => import('./editor/diff-view.js')));

/** What changed between two texts. What is the same is folded. */
export function Diff(props: DiffProps) {
  return (
    <div className={cx(styles.frame, styles.diff)}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <DiffView {...props} />
      </Suspense>
    </div>
  );
}
