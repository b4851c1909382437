import { javascript } from '@codemirror/lang-javascript';
import { json } from '@codemirror/lang-json';
import type { Extension } from '@codemirror/state';

export type Language = 'javascript' | 'json';

export function languageOf(language: Language): Extension {
  return language === 'json' ? json() : javascript();
}
