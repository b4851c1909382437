import { isUnderWay, type Import } from '../../api/imports.js';
import { Badge, type Tone } from '../../ui/index.js';

const STATES: Readonly<Record<Import['state'], readonly [label: string, tone: Tone]>> = {
  uploading: ['Uploading', 'info'],
  running: ['Running', 'info'],
  done: ['Done', 'success'],
  failed: ['Failed', 'danger'],
  canceled: ['Canceled', 'neutral'],
};

/** The state of an import; in lists with how far it is. */
export function ImportBadge({ of, far = false }: { readonly of: Import; readonly far?: boolean }) {
  const [label, tone] = STATES[of.state];
  return (
    <Badge tone={tone} dot>
      {label}
      {far && isUnderWay(of) && ` ${Math.floor(of.percentage)} %`}
    </Badge>
  );
}
