/** Number of characters of a secret that a mask shows and a placeholder keeps. */
export const SHOWN = 2;

/** Properties that a secret and all texts of the same shape share. */
export interface Shape {
  /** The first characters, which a mask shows. */
  readonly start: string;
  /** The kind of each following character, such as letter or digit. */
  readonly rest: string;
}

/** Returns the text in lower case with spaces instead of `+`, and the kind of each character. */
export function shapeOf(text: string): { readonly plain: string; readonly classes: string } {
  const plain = text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()).replaceAll('+', ' ');
  const classes = plain
    .replace(/[a-z]/g, 'a')
    .replace(/\d/g, '0')
    .replace(/[\u0080-\uffff]/g, 'à');
  return { plain, classes };
}

/** Returns the shape of a secret, and also the shape of its UTF-8 bytes if the bytes differ. */
export function shapesOf(secret: string): readonly Shape[] {
  const bytes = Buffer.from(secret, 'utf8').toString('latin1');
  return [secret, ...(bytes === secret ? [] : [bytes])].map((text) => {
    const { plain, classes } = shapeOf(text);
    return { start: plain.slice(0, SHOWN), rest: classes.slice(SHOWN) };
  });
}
