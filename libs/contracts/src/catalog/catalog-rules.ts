import { IsBoolean, IsObject, IsString, Matches, MaxLength, ValidateIf } from 'class-validator';
import { FIXED_LIMITS } from '../limits.js';

/** Rules that bodies of the catalog share. Of several the first that is broken is reported. */
function all(...rules: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, name) => {
    for (const rule of rules) rule(target, name);
  };
}

const IsText = () => IsString({ message: 'must be a string' });

/** May be absent; `null` is not absent. */
export function IsGivenOrAbsent(): PropertyDecorator {
  return ValidateIf((_dto: object, value: unknown) => value !== undefined);
}

/** A name that people read: not empty, of bounded length. */
export function IsLabel(): PropertyDecorator {
  return all(
    IsText(),
    Matches(/\S/, { message: 'must not be empty' }),
    MaxLength(FIXED_LIMITS.labelLength, {
      message: `must not be longer than ${FIXED_LIMITS.labelLength} characters`,
    }),
  );
}

/** An id as callers may choose one. */
export function IsCatalogId(): PropertyDecorator {
  return all(
    IsText(),
    Matches(/^[A-Za-z0-9_-]{1,64}$/, { message: 'must be 1 to 64 letters, digits, "_" or "-"' }),
  );
}

export function IsCode(): PropertyDecorator {
  return IsText();
}

export function IsFlag(): PropertyDecorator {
  return IsBoolean({ message: 'must be true or false' });
}

export function IsMembers(): PropertyDecorator {
  return IsObject({ message: 'must be an object' });
}
