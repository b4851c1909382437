import { AccessRefusedError, OperatorError } from '@lethe/contracts';
import { explainError } from './run-app.js';

class DiskTooSmallError extends OperatorError {
  override readonly name = 'DiskTooSmallError';
}

describe('explainError', () => {
  it('prints the message of every class of OperatorError', () => {
    expect(explainError(new DiskTooSmallError('Take a larger disk.'))).toBe('Take a larger disk.');
  });

  it('shows the setting to check when a service refuses access', () => {
    const refused = new AccessRefusedError('database', 'db:5432', '28P01', new Error('secret'));
    expect(explainError(refused)).toBe(
      'PostgreSQL at db:5432 refuses the login. Check user, password and sslmode in DATABASE_URL, and LETHE_DATABASE_PASSWORD. (28P01)',
    );
  });

  it('does not print the message of any other error', () => {
    const line = explainError(new Error('row of user-1'));
    expect(line).toContain('Lethe stopped because of an error');
    expect(line).not.toContain('user-1');
  });
});
