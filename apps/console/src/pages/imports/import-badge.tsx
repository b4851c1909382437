import { isUnderWay, type Import } from '../../api/imports.js';
import { Badge, type Tone } from '../../ui/index.js';
import { TEXTS } from './texts.js';

const { importBadge: texts } = TEXTS;

const TONES: Readonly<Record<Import['state'], Tone>> = {
  uploading: 'info',
  running: 'info',
  done: 'success',
  failed: 'danger',
  canceled: 'neutral',
};

/** Shows the state of an import, and also its progress if `far` is true. */
export function ImportBadge({ of, far = false }: { readonly of: Import; readonly far?: boolean }) {
  const label = texts.states[of.state];
  return (
    <Badge tone={TONES[of.state]} dot>
      {far && isUnderWay(of) ? texts.percentage(label, Math.floor(of.percentage)) : label}
    </Badge>
  );
}
