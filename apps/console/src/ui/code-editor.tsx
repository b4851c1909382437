import { lazy, Suspense } from 'react';
import { untilLoaded } from '../api/until-loaded.js';
import { cx } from './class-names.js';
import styles from './code-editor.module.css';
import type { CodeEditorProps, DiffProps } from './editor/editor-props.js';
import { Skeleton } from './empty-state.js';

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
