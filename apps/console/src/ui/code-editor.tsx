import { lazy, Suspense } from 'react';
import { untilLoaded } from '../api/until-loaded.js';
import { cx } from './class-names.js';
import styles from './code-editor.module.css';
import type { CodeEditorProps, DiffProps } from './editor/editor-props.js';
import { Skeleton } from './empty-state.js';

const EditorView = lazy(untilLoaded(() => import('./editor/code-editor-view.js')));

/** An editor for JavaScript or JSON. The browser loads its 170 kB of code at the first use. */
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

/** Shows the differences between two texts. Equal parts are folded. */
export function Diff(props: DiffProps) {
  return (
    <div className={cx(styles.frame, styles.diff)}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <DiffView {...props} />
      </Suspense>
    </div>
  );
}
