import { z } from 'zod'
import { MAX_TEXT, TextField } from './text-fields.ts'

export const TemplateId = z.int().positive()
export type TemplateId = z.infer<typeof TemplateId>

/**
 * Texts that are given to photos together. A field that is absent is left alone, an empty text clears. Placeholders
 * such as `{year}` stand for what each photo says (`template-placeholders.ts`).
 */
export const MetadataTemplate = z.object({
  id: TemplateId,
  name: z.string().trim().min(1).max(100),
  fields: z
    .partialRecord(TextField, z.string().trim().max(MAX_TEXT))
    .refine((fields) => Object.keys(fields).length > 0, 'a template has at least one field'),
})
export type MetadataTemplate = z.infer<typeof MetadataTemplate>

/** A template as it is saved: without an id where it is new. */
export const TemplateToSave = MetadataTemplate.extend({ id: TemplateId.optional() })
