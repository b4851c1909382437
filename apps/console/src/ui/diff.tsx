import { lazy, Suspense } from 'react';
import { cx } from './class-names.js';
import { untilLoaded } from '../api/until-loaded.js';
import styles from './code-editor.module.css';
import type { Language } from './editor/languages.js';
import { Skeleton } from './states.js';

export interface DiffProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly language: Language;
  /** Side by side, and not one below the other. */
  readonly split?: boolean;
}

const View = lazy(untilLoaded(() => import('./editor/diff-view.js')));

/** What changed between two texts. What is the same is folded. */
export function Diff(props: DiffProps) {
  return (
    <div className={cx(styles.frame, styles.diff)}>
      <Suspense fallback={<Skeleton lines={6} />}>
        <View {...props} />
      </Suspense>
    </div>
  );
}
