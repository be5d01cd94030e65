import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'

/** One concept as stored in `resources/vocabulary/concepts.json`. */
export const ConceptRow = z.strictObject({
  id: z.string().regex(/^[a-z0-9-]+$/),
  name: z.string().min(1),
  synset: z
    .string()
    .regex(/^n\d{8}$/)
    .optional(),
  parents: z.array(z.string()).default([]),
  synonyms: z.array(z.string()).default([]),
  /** Only groups other concepts (for rules and browsing); never a tag. */
  group: z.boolean().default(false),
  /** A colour, or a word so broad that it says little: searches find it, and lists put it after more specific ones. */
  listedLast: z.literal(true).optional(),
  /** The engine has no evidence for it: a person may tag with it, and it has names. */
  neverFound: z.literal(true).optional(),
  /** The COCO object name with this meaning. */
  coco: z.string().optional(),
  /** The ImageNet-1k class numbers with this meaning. */
  imagenet: z.array(z.int().min(0).max(999)).default([]),
})
export type ConceptRow = z.infer<typeof ConceptRow>

const VocabularyFile = z.object({ version: z.literal(1), source: z.string(), concepts: z.array(ConceptRow) })

/** Reads and checks the bundled concepts; throws `file-unreadable` if they are damaged. */
export function readConceptRows(resourcesDir: string): ConceptRow[] {
  const file = join(resourcesDir, 'vocabulary', 'concepts.json')
  try {
    return VocabularyFile.parse(JSON.parse(readFileSync(file, 'utf8'))).concepts
  } catch (cause) {
    throw new AppError('file-unreadable', say('analysis.programFile', { path: file }), { cause })
  }
}
