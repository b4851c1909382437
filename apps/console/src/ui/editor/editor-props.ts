import type { Language } from './languages.js';

export interface LineDiagnostic {
  /** Number of the line, from 1. */
  readonly line: number;
  /** Column, from 1. If it is absent, the message is about the complete line. */
  readonly column?: number;
  readonly severity?: 'error' | 'warning' | 'info';
  readonly message: string;
}

export interface CodeEditorProps {
  /** Accessible name. */
  readonly label: string;
  readonly language: Language;
  readonly value: string;
  readonly onChange?: (value: string) => void;
  readonly readOnly?: boolean;
  /**
   * Must be the same array while its content is the same, because a new array updates the editor.
   */
  readonly diagnostics?: readonly LineDiagnostic[];
  /** Called on Ctrl/⌘-S. */
  readonly onSave?: () => void;
  /** Called on Ctrl/⌘-Enter. */
  readonly onRun?: () => void;
  /** Height in CSS. The default is 320px; `100%` fills the parent. */
  readonly height?: string;
}

export interface DiffProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly language: Language;
  /** True to show the texts side by side instead of in one column. */
  readonly split?: boolean;
}
