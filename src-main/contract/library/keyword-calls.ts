import { z } from 'zod'
import { call, nothing } from './call.ts'
import { ChangedIds, ChangeResult } from './history.ts'
import {
  Keyword,
  KeywordImport,
  KeywordMerge,
  KeywordMove,
  KeywordName,
  KeywordRecord,
  KeywordSet,
  KeywordSetToSave,
  KeywordSuggestion,
  JudgeSuggestion,
  MAX_IN_SET,
  PaintStroke,
  SelectionTag,
} from './keywords.ts'

/**
 * Keywords: the tags that people and files gave, as a tree that follows from their names (`Places/Austria/Vienna`).
 * Each change is one entry of the history, and is announced as `keywords.changed`.
 */
export const keywordCalls = {
  list: call(nothing, z.array(Keyword)),
  /** Adds a keyword without photos to the tree. Throws `bad-params` if it exists. */
  create: call(KeywordRecord.partial().extend({ name: KeywordName }), ChangeResult),
  /** Changes the properties of a keyword; those that are not given stay. */
  edit: call(KeywordRecord.partial().extend({ name: KeywordName }), ChangeResult),
  /** Renames or moves a keyword with all below it. Throws `bad-params` if another keyword has that name. */
  move: call(KeywordMove, ChangeResult),
  /** Merges keywords, with all below them. */
  merge: call(KeywordMerge, ChangeResult),
  /** Removes a keyword and all below it from every photo and from the tree. */
  remove: call(z.object({ name: KeywordName }), ChangeResult),
  /**
   * Imports a list in Lightroom's format: a tab for each level, synonyms in `{}`, keywords that are not exported in
   * `[]`.
   */
  import: call(z.object({ text: z.string().max(20_000_000) }), KeywordImport),
  export: call(nothing, z.object({ text: z.string(), count: z.int() })),
  /** Tags of photos, and how many of the photos have each. */
  ofPhotos: call(z.object({ ids: ChangedIds }), z.array(SelectionTag)),
  /** Adds a keyword to photos, or removes it if all of them have it. */
  toggle: call(z.object({ ids: ChangedIds, name: KeywordName }), ChangeResult.extend({ isGiven: z.boolean() })),
  /** Applies one stroke of the painter as one change. */
  paint: call(PaintStroke, ChangeResult),
  /** Keywords that may fit photos, most likely first. */
  suggest: call(z.object({ ids: ChangedIds, limit: z.int().min(1).max(50).default(12) }), z.array(KeywordSuggestion)),
  /** A suggestion that was rejected for a photo is not made again for it. */
  judge: call(JudgeSuggestion, ChangeResult),
  sets: call(nothing, z.array(KeywordSet)),
  /** Throws `bad-params` if another set has this name. */
  saveSet: call(KeywordSetToSave, ChangeResult.extend({ set: KeywordSet })),
  removeSet: call(KeywordSet.pick({ id: true }), ChangeResult),
  /** The most recently given keywords. */
  recent: call(z.object({ limit: z.int().min(1).max(50).default(MAX_IN_SET) }), z.array(z.string())),
}
