import { lazy, Suspense } from 'react';
import { untilLoaded } from '../api/until-loaded.js';
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

const View = lazy(untilLoaded(() => import('./editor/code-editor-view.js')));

/** JavaScript and JSON. Its 170 kB come when the first one is shown. */
export function CodeEditor({ height = '320px', ...props }: CodeEditorProps) {
  return (
    <div className={styles.frame} style={{ height }}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <View {...props} />
      </Suspense>
    </div>
  );
}
