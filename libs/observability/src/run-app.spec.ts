import { AccessRefusedError, OperatorError } from '@lethe/contracts';
import { explainError } from './run-app.js';

class DiskTooSmallError extends OperatorError {
  override readonly name = 'DiskTooSmallError';
}

describe('explainError', () => {
  it('prints the message of every error that is for the operator, whatever its name', () => {
    expect(explainError(new DiskTooSmallError('Take a larger disk.'))).toBe('Take a larger disk.');
  });

  it('says what to do where a service refuses us', () => {
    const refused = new AccessRefusedError('database', 'db:5432', '28P01', new Error('secret'));
    expect(explainError(refused)).toBe(
      'PostgreSQL at db:5432 refuses the login. Check user, password and sslmode in DATABASE_URL, and LETHE_DATABASE_PASSWORD. (28P01)',
    );
  });

  it('keeps the message of any other error to itself', () => {
    const line = explainError(new Error('row of user-1'));
    expect(line).toContain('Lethe could not go on');
    expect(line).not.toContain('user-1');
  });
});
