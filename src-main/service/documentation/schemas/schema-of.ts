import { z } from 'zod'
import { Language } from '../../../contract/analysis/language.ts'
import type { JsonSchema } from './json-schema.ts'

/**
 * JSON Schema of what a schema accepts (`input`) or returns (`output`). Results may get more fields later, so
 * additional ones are allowed.
 */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => adapt(jsonSchema as Record<string, unknown>, io),
  })
  return described as JsonSchema
}

const isLanguages = (items: unknown): boolean =>
  Array.isArray((items as JsonSchema | undefined)?.enum) &&
  (items as JsonSchema).enum!.length === Language.options.length

function adapt(schema: Record<string, unknown>, io: 'input' | 'output'): void {
  if (schema['x-default'] !== undefined) schema['default'] = schema['x-default']
  delete schema['x-default']
  if (isLanguages(schema['items'])) schema['items'] = { $ref: '#/components/schemas/Language' }
  if (io === 'output' && schema['additionalProperties'] === false) delete schema['additionalProperties']
  // integers are limited by the precision of a double; saying so helps nobody
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum']
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
}
