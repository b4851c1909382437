import { visibleId } from './visible-id.js';

it.each([
  ['Jane\u00A0Doe', 'Jane<U+00A0>Doe'],
  ['a\tb', 'a<U+0009>b'],
  [' edge ', '<U+0020>edge<U+0020>'],
  ['two words', 'two words'],
  ['\u{1F469}\u200D\u{1F680}', '\u{1F469}<U+200D>\u{1F680}'],
  ['日本語', '日本語'],
  ['\uD800', '<U+D800>'],
])('shows %j as %s', (id, shown) => {
  expect(visibleId(id)).toBe(shown);
});
