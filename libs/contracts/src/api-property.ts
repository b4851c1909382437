import 'reflect-metadata'; // before the first class is decorated: it keeps the types of properties
import type { ApiPropertyOptions } from '@nestjs/swagger';

type Describe = (options: ApiPropertyOptions) => PropertyDecorator;

const described: { describe: (how: Describe) => void }[] = [];

/**
 * What `ApiProperty` of @nestjs/swagger takes, kept for the process that makes the OpenAPI document.
 * All others would load it for nothing: a third of a second of a processor at each start.
 */
export function ApiProperty(options: ApiPropertyOptions): PropertyDecorator {
  return (target, key) => {
    described.push({
      describe: (how) => {
        how(options)(target, key);
      },
    });
  };
}

/** The same for a property that may be absent. */
export function ApiPropertyOptional(options: ApiPropertyOptions): PropertyDecorator {
  return ApiProperty({ ...options, required: false } as ApiPropertyOptions);
}

/**
 * Describes all DTOs of the contracts, once; called before the document is made.
 *
 * @param how `ApiProperty` of @nestjs/swagger
 */
export function describeProperties(how: Describe): void {
  for (const { describe } of described.splice(0)) describe(how);
}
