import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const appearance = EditorView.theme({
  '&': {
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    fontSize: '12.5px',
    height: '100%',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'light-dark(#cdd3fb, #3d468f)' },
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text-3)',
    border: 'none',
  },
  '.cm-activeLine': { backgroundColor: 'light-dark(rgb(20 25 40 / 4%), rgb(255 255 255 / 4%))' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-searchMatch': {
    backgroundColor: 'var(--warning-soft)',
    outline: '1px solid var(--warning)',
  },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--border)' },
  '.cm-textfield': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius-s)',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius-s)',
  },
  '.cm-tooltip': {
    backgroundColor: 'var(--raised)',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius-m)',
    boxShadow: 'var(--shadow-m)',
    overflow: 'hidden',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent-soft)',
    color: 'var(--accent)',
  },
  '.cm-diagnostic': { padding: '6px 10px', fontFamily: 'var(--font)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--warning)' },
  '.cm-diagnostic-info': { borderLeft: '3px solid var(--accent)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-info': { backgroundImage: 'none' },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warning)',
    textUnderlineOffset: '3px',
  },
  // The markers are characters, because the CSP blocks the images of the package. Also, the images
  // differ only by colour.
  '.cm-lint-marker': { content: 'none', width: '14px', textAlign: 'center', fontWeight: '700' },
  '.cm-lint-marker-error::before': { content: '"✕"', color: 'var(--danger)' },
  '.cm-lint-marker-warning::before': { content: '"!"', color: 'var(--warning)' },
  '.cm-lint-marker-info::before': { content: '"i"', color: 'var(--accent)' },
  // Changed lines have a sign, and a background that is also visible in the dark theme. "important"
  // is necessary, because the CSS rules of the package are more specific.
  '.cm-changedLine, .cm-inlineChangedLine': {
    backgroundColor: 'var(--success-soft) !important',
  },
  '.cm-deletedChunk, &.cm-merge-a .cm-changedLine': {
    backgroundColor: 'var(--danger-soft) !important',
  },
  '.cm-changedText, .cm-deletedText': { background: 'none !important', fontWeight: '700' },
  '.cm-deletedChunk .cm-deletedText': { color: 'var(--danger)' },
  '.cm-changeGutter': { width: '16px', paddingLeft: '0' },
  '.cm-changedLineGutter, .cm-deletedLineGutter': {
    background: 'none !important',
    textAlign: 'center',
    fontWeight: '700',
  },
  '.cm-changedLineGutter': { color: 'var(--success)' },
  '.cm-changedLineGutter::before': { content: '"+"' },
  '.cm-deletedLineGutter, &.cm-merge-a .cm-changedLineGutter': { color: 'var(--danger)' },
  '.cm-deletedLineGutter::before, &.cm-merge-a .cm-changedLineGutter::before': {
    content: '"−"',
  },
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--text-2)',
    padding: '2px 12px',
  },
  // Common fonts lack the characters that the package uses here.
  '.cm-collapsedLines::before, .cm-collapsedLines::after': { content: '"⋯" !important' },
});

const code = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword, tags.modifier], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string), tags.regexp], color: 'var(--success)' },
  { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--warning)' },
  { tag: [tags.comment], color: 'var(--text-3)', fontStyle: 'italic' },
  { tag: [tags.propertyName], color: 'var(--text)' },
  { tag: [tags.function(tags.variableName)], color: 'var(--text)', fontWeight: '600' },
  { tag: [tags.punctuation, tags.operator, tags.bracket], color: 'var(--text-2)' },
  { tag: [tags.invalid], color: 'var(--danger)' },
]);

/**
 * The theme of the editor. It uses the colours of `tokens.css`, so it follows the light or dark
 * theme.
 */
export const editorTheme: Extension = [appearance, syntaxHighlighting(code)];
