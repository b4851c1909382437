import { DetailsCollector } from '../errors/details.js';
import { checkUser } from './check-user.js';
import { synonymsOf } from './member-names.js';

function check(user: object) {
  const problems = new DetailsCollector();
  const checked = checkUser(user, 'user', problems);
  return { checked, details: problems.toDetails() };
}

describe('names of the members of a user', () => {
  it.each([
    ...['Email', 'EMAIL', 'e-mail', 'E_Mail', '_email'].map((name) => [name, 'email']),
    ...['Phone', 'PHONE', 'pho-ne'].map((name) => [name, 'phone']),
    ...['user_id', 'UserId', 'USERID', 'user-id', 'userID'].map((name) => [name, 'userId']),
  ])('are rejected if they are similar to a known name: %s', (name, known) => {
    const { checked, details } = check({ userId: 'u', [name]: 'x' });
    expect(checked).toBeUndefined();
    expect(details).toEqual({
      [`user.${name}`]: `is not a known member; did you mean "${known}"?`,
    });
  });

  it.each(['emailAddress', 'phoneNumber', 'mobile', 'emails', 'anonymousId', 'user.id'])(
    'are accepted as further identifiers if they are not similar to a known name: %s',
    (name) => {
      expect(check({ userId: 'u', [name]: 'x' }).checked).toEqual({ userId: 'u', [name]: 'x' });
    },
  );
});

describe('e-mail address and phone number', () => {
  it.each(['email', 'phone'])(
    'are stored without invisible characters and without blanks at the ends: %s',
    (name) => {
      expect(check({ userId: 'u', [name]: '\u00a0a\u200b b\t' }).checked).toEqual({
        userId: 'u',
        [name]: 'a b',
      });
      expect(check({ userId: 'u', [name]: `${' '.repeat(9)}${'x'.repeat(512)}` }).details).toEqual(
        {},
      );
      expect(check({ userId: 'u', [name]: 'x'.repeat(513) }).details).toEqual({
        [`user.${name}`]: 'must not be longer than 512 characters',
      });
      expect(check({ userId: 'u', [name]: '\u200b ' }).details).toEqual({
        [`user.${name}`]: 'must be a non-empty string',
      });
    },
  );
});

describe('synonymsOf', () => {
  it('returns further identifiers that are probably an e-mail address or a phone number', () => {
    const users = [
      { userId: 'a', emailAddress: 'x', mobile: '1' },
      { userId: 'b', email: 'x', emailAddress: 'x', phone_number: '1' },
      { userId: 'c', phone: '1', anonymousId: 'x' },
    ];
    const reason = (known: string) =>
      `is a further identifier, so a look-up by ${known} does not find it. If it holds the ${known} of the user, rename it to "${known}"`;
    expect(users.map(synonymsOf)).toEqual([
      [
        { name: 'emailAddress', reason: reason('email') },
        { name: 'mobile', reason: reason('phone') },
      ],
      [{ name: 'phone_number', reason: reason('phone') }],
      [],
    ]);
  });
});
