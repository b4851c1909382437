import { MergeView, unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { TEXTS } from '../texts.js';
import type { DiffProps } from './editor-props.js';
import { editorTheme } from './editor-theme.js';
import { languageOf } from './languages.js';
import { pageNonce } from './nonce.js';

const COLLAPSE = { margin: 3, minSize: 6 };

/** Shows differences between two texts. The browser loads this file only for comparisons. */
export default function DiffView({ before, after, language, label, split = false }: DiffProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const parent = host.current;
    if (parent === null) return undefined;
    const shared = (name: string) => [
      EditorView.cspNonce.of(pageNonce()),
      EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' }),
      [lineNumbers(), languageOf(language), editorTheme, EditorView.lineWrapping],
      [EditorState.readOnly.of(true), EditorView.editable.of(false)],
    ];
    if (split) {
      const view = new MergeView({
        parent,
        a: { doc: before, extensions: shared(TEXTS.diff.before(label)) },
        b: { doc: after, extensions: shared(TEXTS.diff.after(label)) },
        collapseUnchanged: COLLAPSE,
      });
      return () => view.destroy();
    }
    const view = new EditorView({
      parent,
      doc: after,
      extensions: [
        ...shared(label),
        unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: COLLAPSE }),
      ],
    });
    return () => view.destroy();
  }, [before, after, language, label, split]);
  return <div ref={host} />;
}
