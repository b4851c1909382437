import { IsBoolean, IsObject, IsString, Matches, MaxLength, ValidateIf } from 'class-validator';
import {
  EMPTY_LABEL_PROBLEM,
  FIXED_LIMITS,
  ID_PATTERN,
  ID_PROBLEM,
  LABEL_PATTERN,
  LONG_LABEL_PROBLEM,
} from '@lethe/contracts';

/** Rules that bodies of the catalog share. Of several the first that is broken is reported. */
function all(...rules: readonly PropertyDecorator[]): PropertyDecorator {
  return (target, name) => {
    for (const rule of rules) rule(target, name);
  };
}

export const IsText = () => IsString({ message: 'must be a string' });

/** May be absent; `null` is not absent. */
export function IsGivenOrAbsent(): PropertyDecorator {
  return ValidateIf((_dto: object, value: unknown) => value !== undefined);
}

/** A name that people read: not empty, of bounded length. */
export function IsLabel(): PropertyDecorator {
  return all(
    IsText(),
    Matches(LABEL_PATTERN, { message: EMPTY_LABEL_PROBLEM }),
    MaxLength(FIXED_LIMITS.labelLength, { message: LONG_LABEL_PROBLEM }),
  );
}

/** An id as callers may choose one. */
export function IsCatalogId(): PropertyDecorator {
  return all(IsText(), Matches(ID_PATTERN, { message: ID_PROBLEM }));
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
