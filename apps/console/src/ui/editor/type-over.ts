import { EditorView } from '@codemirror/view';

/**
 * Replaces the selected text when the user types, before the browser does it. Chromium would copy
 * the style of the selected text to a style attribute, which the CSP forbids and reports.
 */
export const typeOver = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data }, view) => {
    const { state, composing } = view;
    const { main } = state.selection;
    if (inputType !== 'insertText' || !data || main.empty || composing || state.readOnly) {
      return false;
    }
    const insert = () =>
      state.update(state.replaceSelection(data), { userEvent: 'input.type', scrollIntoView: true });
    const isTaken = state
      .facet(EditorView.inputHandler)
      .some((handle) => handle(view, main.from, main.to, data, insert));
    if (!isTaken) view.dispatch(insert());
    return true;
  },
});
