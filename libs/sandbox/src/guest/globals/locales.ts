/**
 * Program that replaces functions that need locales or time zones. The interpreter has no such
 * data. Its own functions ignore the arguments, and return other results than a data plane.
 */
export const LOCALES_PROGRAM = `
const override = (target, name, value) => {
  Object.defineProperty(target, name, { value, writable: true, configurable: true });
};
const refuseLocale = (prototype, name, instead) => {
  const where = prototype.constructor.name + '.prototype.' + name;
  const text = where + ' is not available here: the sandbox has no locales and no time zones. ' + instead;
  override(prototype, name, { [name]() { throw new GuestTypeError(text); } }[name]);
};
const TIMES = 'Use toISOString, or functions such as getUTCHours.';
const NUMBERS = 'Use String or toFixed.';
refuseLocale(Date.prototype, 'toLocaleString', TIMES);
refuseLocale(Date.prototype, 'toLocaleDateString', TIMES);
refuseLocale(Date.prototype, 'toLocaleTimeString', TIMES);
refuseLocale(Number.prototype, 'toLocaleString', NUMBERS);
refuseLocale(BigInt.prototype, 'toLocaleString', NUMBERS);
refuseLocale(String.prototype, 'localeCompare', 'Compare with < and >, or with ===.');

// Only these languages have special rules for upper and lower case.
const OTHER_CASES = /^(?:tr|az|lt)(?:$|[-_])/i;
for (const [name, plain] of [
  ['toLocaleUpperCase', String.prototype.toUpperCase],
  ['toLocaleLowerCase', String.prototype.toLowerCase],
]) {
  const { test } = RegExp.prototype;
  override(String.prototype, name, { [name](locales) {
    const all = isArray(locales) ? locales : [locales];
    for (let i = 0; i < all.length; i += 1) {
      if (apply(test, OTHER_CASES, [GuestString(all[i])])) {
        throw new GuestTypeError('String.prototype.' + name + ' is not available here for Turkish, Azerbaijani and Lithuanian: the sandbox has no locales.');
      }
    }
    return apply(plain, this, []);
  } }[name]);
}
`;
