import { usualOrLong } from '@lethe/testing';
import fc from 'fast-check';
import convert from 'xml-js';
import { toXml, xmlName } from './to-xml.js';

const body = (value: Record<string, unknown>) =>
  toXml('root', value).replace('<?xml version="1.0" encoding="UTF-8"?>', '');

describe('toXml', () => {
  it.each([
    [{ a: 'x' }, '<root><a>x</a></root>'],
    [{ a: [1, true, 'x'] }, '<root><a>1</a><a>true</a><a>x</a></root>'],
    [{ a: [{ b: 1 }, { b: 2 }] }, '<root><a><b>1</b></a><a><b>2</b></a></root>'],
    [{ a: [[1, 2], [3]] }, '<root><a><item>1</item><item>2</item></a><a><item>3</item></a></root>'],
    [{ a: '<b> & "c" \'d\'' }, '<root><a>&lt;b&gt; &amp; &quot;c&quot; &apos;d&apos;</a></root>'],
    [{ a: ']]>', b: '<!--' }, '<root><a>]]&gt;</a><b>&lt;!--</b></root>'],
    [{ a: 'x\u0000\u0001\ud800\uffffy' }, '<root><a>xy</a></root>'],
    [{ 'a b': 1, a_b: 2 }, '<root><a_b>1</a_b><a_b>2</a_b></root>'],
    [
      { '#text': 'x', '?xml': 1, '@_a': 2 },
      '<root><_text>x</_text><_xml>1</_xml><__a>2</__a></root>',
    ],
    [{ a: {}, b: '', c: [] }, '<root><a></a><b></b></root>'],
    [{}, '<root></root>'],
  ])('converts %j to XML', (value, xml) => {
    expect(body(value)).toBe(xml);
  });

  it.each([
    ['ok-1.x', 'ok-1.x'],
    ['größe', 'größe'],
    ['', '_'],
    ['1a', '_1a'],
    ['-a', '_-a'],
    ['a:b', 'a_b'],
    ['a><b', 'a__b'],
    ['😀', '😀'],
    ['__proto__', '__proto__'],
  ])('converts the name %j to %s', (name, valid) => {
    expect(xmlName(name)).toBe(valid);
  });

  it('returns well-formed XML with all texts for any input', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.string(), (value, root) => {
        expect(() => convert.xml2js(toXml(root, value))).not.toThrow();
      }),
      { numRuns: usualOrLong(100, 100_000) },
    );
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const options = { compact: true, captureSpacesBetweenElements: true }; // keeps spaces
        const { root } = convert.xml2js(toXml('root', { a: text }), options) as {
          root: { a: { _text?: string } };
        };
        expect(root.a._text ?? '').toBe(text);
      }),
      { numRuns: usualOrLong(100, 100_000) },
    );
  });
});
