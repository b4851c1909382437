import { readFileSync } from 'node:fs';
import { ROLES, SCOPES } from '@lethe/contracts';
import { parseWorkspaceFile } from '../src/workspace-file/parse-workspace-file.js';

const PAGE = readFileSync(new URL('../../../docs/workspaces.md', import.meta.url), 'utf8');
const secret = (name: string): string => `lth_${name}_0123456789abcdefghijkl`;

describe('the page about workspaces', () => {
  it('contains a valid file with an element in each list of a workspace', () => {
    const [, file = ''] = /```yaml\n(.*?)```/s.exec(PAGE) ?? [];
    const document = parseWorkspaceFile(file, {
      ADMIN_TOKEN: secret('admin'),
      CI_TOKEN: secret('ci'),
      DATA_PLANE_SECRET: secret('dp'),
      NAMESPACE_SECRET: secret('ns'),
      GEO_API_KEY: 'geo',
    });
    expect(document.workspaces).toHaveLength(1);
    expect(document.namespaces).toHaveLength(1);
    const lists = Object.entries(document.workspaces[0]!).flatMap(([name, value]) =>
      Array.isArray(value) ? [[name, value] as const] : [],
    );
    expect(lists.length).toBe(8);
    for (const [name, list] of lists)
      expect({ name, size: list.length }).not.toMatchObject({ size: 0 });
  });

  it('lists the scopes of each role correctly', () => {
    const rows = [
      ...PAGE.matchAll(
        /^\| `([a-z-]+:[a-z]+)` +\|[^|]*\| (\w*) +\| (\w*) +\| (\w*) +\| (\w*) +\|$/gm,
      ),
    ];
    expect(rows.map(([, scope]) => scope)).toEqual([...SCOPES]);
    for (const [, scope, ...cells] of rows) {
      const granted = Object.entries(ROLES).map(([role, scopes]) => [
        role,
        (scopes as readonly string[]).includes(scope!) ? 'yes' : '',
      ]);
      expect({ scope, granted: cells }).toEqual({ scope, granted: granted.map(([, yes]) => yes) });
    }
  });
});
