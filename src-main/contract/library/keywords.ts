import { z } from 'zod'
import { ChangedIds, ChangeResult } from './history.ts'
import { Label, PickFlag, Rating } from './photo.ts'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

/** Separates the levels of a keyword: `Places/Austria/Vienna`. */
export const LEVEL_SEPARATOR = '/'

/** Maximum number of characters of a keyword, including the levels above it. */
export const MAX_KEYWORD_NAME = 200

/** A keyword with its place in the tree: levels separated by `/`, none of them empty. */
export const KeywordName = z
  .string()
  .refine((name) => name.length <= MAX_KEYWORD_NAME, issueWith(say('inputs.keywordLength', { max: MAX_KEYWORD_NAME })))
  .transform((name) =>
    name
      .normalize('NFC')
      .split(LEVEL_SEPARATOR)
      .map((level) => level.trim())
      .join(LEVEL_SEPARATOR),
  )
  .refine((name) => name.split(LEVEL_SEPARATOR).every((level) => level !== ''), issueWith(say('inputs.keywordLevel')))

/** Colours that can mark a keyword in the list; empty for none. */
export const keywordColors = ['', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'grey'] as const
export const KeywordColor = z.enum(keywordColors)
export type KeywordColor = z.infer<typeof KeywordColor>

const Synonym = z.string().trim().min(1).max(100)
const MAX_SYNONYMS = 50

/** The properties of a keyword apart from its name and photos. */
export const KeywordRecord = z.object({
  /** Other words that find it. */
  synonyms: z.array(Synonym).max(MAX_SYNONYMS),
  color: KeywordColor,
  /** False if it only groups others: exported photos do not carry it. */
  isExported: z.boolean(),
  /** Whether exported photos carry its synonyms as keywords, too. */
  exportsSynonyms: z.boolean(),
})
export type KeywordRecord = z.infer<typeof KeywordRecord>

export const plainKeyword: KeywordRecord = { synonyms: [], color: '', isExported: true, exportsSynonyms: false }

/** A keyword of the tree. Levels that are not keywords themselves are listed as well, without their own photos. */
export const Keyword = KeywordRecord.extend({
  name: z.string(),
  /** Its last level, in the person's language if the vocabulary has it. */
  label: z.string(),
  /** Photos that carry it. */
  count: z.int(),
  /** Photos that carry it or a keyword below it; each counts once. */
  total: z.int(),
  /** Whether it stays in the tree without photos: the person created it, imported it, or set more than its name. */
  isKept: z.boolean(),
})
export type Keyword = z.infer<typeof Keyword>

export const KeywordMove = z.object({ from: KeywordName, to: KeywordName })
export type KeywordMove = z.infer<typeof KeywordMove>

export const KeywordMerge = z.object({
  names: z.array(KeywordName).min(1).max(1000),
  into: KeywordName,
  /** Whether the removed names become synonyms of the one that stays. */
  keepsNames: z.boolean().default(true),
})
export type KeywordMerge = z.infer<typeof KeywordMerge>

/** Maximum number of keywords in a set; one key applies each. */
export const MAX_IN_SET = 9
export const KeywordSetId = z.int().positive()
export const KeywordSet = z.object({
  id: KeywordSetId,
  name: z.string().trim().min(1).max(100),
  keywords: z.array(KeywordName).max(MAX_IN_SET),
})
export type KeywordSet = z.infer<typeof KeywordSet>

/** A set to save; with an id it replaces that set. */
export const KeywordSetToSave = KeywordSet.extend({ id: KeywordSetId.optional() })
export type KeywordSetToSave = z.infer<typeof KeywordSetToSave>

/** What a stroke of the painter adds to photos, or removes from them. */
export const Brush = z
  .object({
    keywords: z.array(KeywordName).max(MAX_IN_SET).default([]),
    rating: Rating.optional(),
    label: Label.optional(),
    pick: PickFlag.optional(),
  })
  .refine(
    ({ keywords, rating, label, pick }) =>
      keywords.length > 0 || rating !== undefined || label !== undefined || pick !== undefined,
    issueWith(say('inputs.paintNeeds')),
  )
export type Brush = z.output<typeof Brush>

export const PaintStroke = z.object({ ids: ChangedIds, brush: Brush, isErasing: z.boolean().default(false) })
export type PaintStroke = z.output<typeof PaintStroke>

/** A tag of several photos. */
export const SelectionTag = z.object({
  name: z.string(),
  label: z.string(),
  /** Photos that have it from any source, and those for which the person or the file gave it. */
  count: z.int(),
  given: z.int(),
})
export type SelectionTag = z.infer<typeof SelectionTag>

/** The source of a suggestion: the analysis, photos close in time or folder, or similar photos. */
const suggestionSources = ['finding', 'nearby', 'similar'] as const
export const KeywordSuggestion = z.object({
  name: z.string(),
  label: z.string(),
  /** How likely it fits, 0 to 100; the average if there are several photos. */
  confidence: z.number(),
  sources: z.array(z.enum(suggestionSources)),
})
export type KeywordSuggestion = z.infer<typeof KeywordSuggestion>

export const SuggestionVerdict = z.enum(['accepted', 'rejected'])
export type SuggestionVerdict = z.infer<typeof SuggestionVerdict>

export const JudgeSuggestion = z.object({
  ids: ChangedIds,
  name: KeywordName,
  verdict: SuggestionVerdict,
})

/** The outcome of importing a list of keywords. */
export const KeywordImport = ChangeResult.extend({
  /** Keywords of the list that are new, and those that got a new property. */
  added: z.int(),
  changed: z.int(),
})
export type KeywordImport = z.infer<typeof KeywordImport>
