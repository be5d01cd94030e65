import { z } from 'zod'
import { LANGUAGE, MAX_ID_LENGTH, Notes, VERBOSE } from './tags.ts'
import { flag, languageList, text } from './values.ts'

/** Name of the index and id of the entry under which a picture is saved; both or neither. */
export const saveParameters = {
  save_index: text(MAX_ID_LENGTH).describe(
    'Index in which the picture is saved; it is found there after the next training. Goes with save_id.',
  ),
  save_id: text(MAX_ID_LENGTH).describe(
    'Id under which the picture is saved and later found; a known id is overwritten. Goes with save_index.',
  ),
}

type SaveParameters = { save_index: string | null; save_id: string | null }

/** Adds an issue if only one of the two save parameters is given. */
export function checkSave(value: SaveParameters, context: z.core.$RefinementCtx): void {
  if (value.save_index !== null && value.save_id === null)
    context.addIssue({
      code: 'custom',
      path: ['save_index'],
      message: 'is given without save_id; a picture is stored under both',
    })
  if (value.save_id !== null && value.save_index === null)
    context.addIssue({
      code: 'custom',
      path: ['save_id'],
      message: 'is given without save_index; a picture is stored under both',
    })
}

/** Parameters of categorization; the categorizer itself is part of the path. */
export const CategoryParameters = z
  .object({
    language: languageList().describe(LANGUAGE),
    verbose: flag(0).describe(VERBOSE).meta({ 'x-addition': true }),
    ...saveParameters,
  })
  .superRefine(checkSave)
export type CategoryParameters = z.output<typeof CategoryParameters>

/** A category with its name by language; `fallback` has the same meaning as for tags. */
export const CategoryRecord = z.object({
  confidence: z.number().min(0).max(100).describe('Percent; categories are in falling order of it.'),
  name: z.record(z.string(), z.string()).describe('The category by language code.'),
  fallback: z
    .array(z.string())
    .optional()
    .describe('Verbose, an addition: languages asked for that have no word for it.'),
})
export type CategoryRecord = z.infer<typeof CategoryRecord>

export const CategoryResult = z.object({ categories: z.array(CategoryRecord), notes: Notes.optional() })
export type CategoryResult = z.infer<typeof CategoryResult>

/** A categorizer with all its categories. */
export const CategorizerRecord = z.object({ id: z.string(), title: z.string(), labels: z.array(z.string()) })
export type CategorizerRecord = z.infer<typeof CategorizerRecord>
