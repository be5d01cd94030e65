import type { JsonSchema } from './json-schema.ts'

/**
 * Example values for parameters and fields with these names. Tests replace them by existing things: a new one that must
 * exist needs a line in `test/service/documentation/samples/sample-things.ts`.
 */
export const exampleValues = {
  image_url: 'https://example.com/photo.jpg',
  url: 'https://example.com/photo.jpg',
  callback_url: 'https://example.com/trained',
  image_upload_id: 'd4f2c8a0b17e4e7f9a3c5d6e8f001122',
  upload_id: 'd4f2c8a0b17e4e7f9a3c5d6e8f001122',
  content: 'd4f2c8a0b17e4e7f9a3c5d6e8f001122',
  content_id: 'd4f2c8a0b17e4e7f9a3c5d6e8f001122',
  categorizer_id: 'general_v3',
  tagger_id: 'my-occasions',
  index_id: 'holidays',
  entry_id: 'photo-17',
  ticket_id: '5b3f6c1e-8a52-4d0f-9c57-2f6a1e0b7d43',
  batch_id: 'batch_f0A7kQmZr2XbN9sVtL4wYc81Hd',
  face_id: '3f0c6a5e9b2d4c178e60f1a2b3c4d5e6',
  second_face_id: 'b81d2e4f6a7c49308d5e1f2a3b4c5d6e',
  person: 'Jo Public',
  feedback_id: 'fb_9a3c5d6e8f0011227b0e4d1c6f2a8b35',
  positives: ['d4f2c8a0b17e4e7f9a3c5d6e8f001122'],
  negatives: ['a0b1c2d3e4f5061728394a5b6c7d8e9f'],
  name: 'dinner',
  title: 'Occasions',
  tag: 'cup',
  verdict: 'right',
} as const
const known: Readonly<Record<string, unknown>> = exampleValues

/** An example value that fits a schema. */
export function exampleOf(schema: JsonSchema, name = ''): unknown {
  if (Object.hasOwn(known, name)) return known[name]
  const given = schema.examples?.[0] ?? schema.default ?? schema.const ?? schema.enum?.[0]
  if (given !== undefined) return given
  const types = [schema.type ?? 'string'].flat()
  if (types.includes('object'))
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, value]) => [key, exampleOf(value, key)]),
    )
  if (types.includes('array')) return schema.items ? [exampleOf(schema.items)] : []
  return types.includes('boolean') ? true : types.includes('string') ? 'text' : (schema.minimum ?? 1)
}
