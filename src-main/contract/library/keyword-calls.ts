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
 * Each change is one entry of the history, and comes as `keywords.changed`.
 */
export const keywordCalls = {
  list: call(nothing, z.array(Keyword)),
  /** Puts a keyword into the tree that no photo has yet. Throws `bad-params` where it is there. */
  create: call(KeywordRecord.partial().extend({ name: KeywordName }), ChangeResult),
  /** Changes what is kept of a keyword; what is not given stays. */
  edit: call(KeywordRecord.partial().extend({ name: KeywordName }), ChangeResult),
  /**
   * Another name or another place, for the keyword and all below it. Throws `bad-params` where a keyword has that name
   * already.
   */
  move: call(KeywordMove, ChangeResult),
  /** Makes keywords one, with all below them. */
  merge: call(KeywordMerge, ChangeResult),
  /** Takes a keyword and all below it off every photo and out of the tree. */
  remove: call(z.object({ name: KeywordName }), ChangeResult),
  /** A list as Lightroom writes it: a tab for each level, synonyms in `{}`, what only holds others in `[]`. */
  import: call(z.object({ text: z.string().max(20_000_000) }), KeywordImport),
  export: call(nothing, z.object({ text: z.string(), count: z.int() })),
  /** Tags of photos with how many of them have each. */
  ofPhotos: call(z.object({ ids: ChangedIds }), z.array(SelectionTag)),
  /** Gives photos a keyword, or takes it off where all of them carry it. */
  toggle: call(z.object({ ids: ChangedIds, name: KeywordName }), ChangeResult.extend({ isGiven: z.boolean() })),
  /** All that one stroke of the painter does, as one change. */
  paint: call(PaintStroke, ChangeResult),
  /** Keywords that may fit photos, the likeliest first. */
  suggest: call(z.object({ ids: ChangedIds, limit: z.int().min(1).max(50).default(12) }), z.array(KeywordSuggestion)),
  /** What is rejected for a photo is not suggested for it again. */
  judge: call(JudgeSuggestion, ChangeResult),
  sets: call(nothing, z.array(KeywordSet)),
  /** Throws `bad-params` where another set has this name. */
  saveSet: call(KeywordSetToSave, ChangeResult.extend({ set: KeywordSet })),
  removeSet: call(KeywordSet.pick({ id: true }), ChangeResult),
  /** The keywords that were given last. */
  recent: call(z.object({ limit: z.int().min(1).max(50).default(MAX_IN_SET) }), z.array(z.string())),
}
