import type { Language } from './languages.js';

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

export interface DiffProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly language: Language;
  /** Side by side, and not one below the other. */
  readonly split?: boolean;
}
