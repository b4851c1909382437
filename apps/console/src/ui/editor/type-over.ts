import { EditorView } from '@codemirror/view';

/**
 * What is typed over a selection. Chromium would keep the look of the selected text in a style attribute, which the page's policy forbids and
 * reports.
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
