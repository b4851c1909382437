import { parseCsv } from './csv.js';

describe('parseCsv', () => {
  it('reads quoted fields, any line end, and neither the byte order mark nor empty lines', () => {
    const text = '\ufeffuser_id,name\r\n\r\n1,"Doe, ""J"""\n2,"a\r\nb"';
    expect(parseCsv(text)).toEqual([
      ['user_id', 'name'],
      ['1', 'Doe, "J"'],
      ['2', 'a\r\nb'],
    ]);
  });

  it('ends when there are enough', () => {
    expect(parseCsv('a;b\nc;d', ';', 1)).toEqual([['a', 'b']]);
  });
});
