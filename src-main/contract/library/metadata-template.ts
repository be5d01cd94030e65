import { z } from 'zod'
import { MAX_TEXT, TextField } from './text-fields.ts'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

export const TemplateId = z.int().positive()
export type TemplateId = z.infer<typeof TemplateId>

/**
 * Texts for several photos. An absent field stays unchanged; an empty text clears the field. Placeholders such as
 * `{year}` are replaced by values of each photo (`template-placeholders.ts`).
 */
export const MetadataTemplate = z.object({
  id: TemplateId,
  name: z.string().trim().min(1).max(100),
  fields: z
    .partialRecord(TextField, z.string().trim().max(MAX_TEXT))
    .refine((fields) => Object.keys(fields).length > 0, issueWith(say('inputs.noField'))),
})
export type MetadataTemplate = z.infer<typeof MetadataTemplate>

/** A template to save; without an id it is new. */
export const TemplateToSave = MetadataTemplate.extend({ id: TemplateId.optional() })
