import { readFileSync } from 'node:fs';

const read = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const settingsIn = (text: string): string[] => text.match(/glibc\.malloc[\w.:=]+/g) ?? [];

describe('the setting for huge pages', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: { filter: string } };

  it('is part of `npm run filter`', () => {
    expect(settingsIn(scripts.filter)).toHaveLength(1);
  });

  it.each([
    'docker/compose.yaml',
    'deploy/helm/lethe/templates/event-filter/_event-filter.tpl',
    'docs/suppression-index.md',
    'bench/support/huge-pages.mjs',
  ])('is the same in %s', (file) => {
    expect(settingsIn(read(file))).toEqual(settingsIn(scripts.filter));
  });
});
