import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
} from '@codemirror/language';
import { lintGutter, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { useEffect, useRef } from 'react';
import type { CodeEditorProps, LineDiagnostic } from './editor-props.js';
import { editorTheme } from './editor-theme.js';
import { languageOf } from './languages.js';
import { pageNonce } from './nonce.js';
import { typeOver } from './type-over.js';

/**
 * The code editor. Escape and then Tab moves the focus out of the editor, as WCAG 2.1.2 requires.
 * Only pages with an editor load this file.
 */
export default function CodeEditorView(props: CodeEditorProps) {
  const { value, label, language, readOnly = false, diagnostics = [] } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const handlers = useRef(props);
  handlers.current = props;
  const writing = useRef(new Compartment());
  const first = useRef(value);

  useEffect(() => {
    if (host.current === null) return undefined;
    const editor = new EditorView({
      parent: host.current,
      state: EditorState.create({
        doc: first.current,
        extensions: [
          EditorView.cspNonce.of(pageNonce()),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          keymap.of([
            {
              key: 'Mod-s',
              run: () => {
                handlers.current.onSave?.();
                return true;
              },
            },
            {
              key: 'Mod-Enter',
              run: () => {
                handlers.current.onRun?.();
                return handlers.current.onRun !== undefined;
              },
            },
          ]),
          [lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), foldGutter()],
          [history(), indentOnInput(), bracketMatching(), closeBrackets(), autocompletion()],
          [search({ top: false }), highlightSelectionMatches(), lintGutter(), indentUnit.of('  ')],
          keymap.of([
            ...[...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap],
            ...[...foldKeymap, ...completionKeymap, indentWithTab],
          ]),
          [languageOf(language), editorTheme, typeOver],
          writing.current.of(writable(readOnly)),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) handlers.current.onChange?.(update.state.doc.toString());
          }),
        ],
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = undefined;
    };
  }, [label, language]);

  useEffect(() => {
    const editor = view.current;
    first.current = value;
    if (editor === undefined || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    view.current?.dispatch({ effects: writing.current.reconfigure(writable(readOnly)) });
  }, [readOnly]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const found = diagnostics.map((one) => toDiagnostic(editor, one));
    editor.dispatch(setDiagnostics(editor.state, found));
  }, [diagnostics]);

  return <div ref={host} style={{ height: '100%', minHeight: 0 }} />;
}

function writable(readOnly: boolean) {
  return [EditorState.readOnly.of(readOnly), EditorView.editable.of(!readOnly)];
}

function toDiagnostic({ state }: EditorView, one: LineDiagnostic): Diagnostic {
  const line = state.doc.line(Math.min(Math.max(1, one.line), state.doc.lines));
  const from = one.column === undefined ? line.from : Math.min(line.to, line.from + one.column - 1);
  return { from, to: line.to, severity: one.severity ?? 'error', message: one.message };
}
