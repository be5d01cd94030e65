import { z } from 'zod'
import { PhotoId } from './ids.ts'

/** Why a frame is better than most others of its stack. */
export const SuggestionReason = z.enum([
  'eyes-open',
  'eyes-sharper',
  'faces-sharper',
  'subject-sharper',
  'looks-here',
  'smiles',
  'faces-less-clipped',
  'less-clipped',
  'exposed',
  /** By what was learned from the person's choices. */
  'as-chosen',
])
export type SuggestionReason = z.infer<typeof SuggestionReason>

/** Photos that were taken to be used together: at several exposures, side by side, or at several focus distances. */
export const StackSet = z.enum(['bracket', 'panorama', 'focus-stack'])
export type StackSet = z.infer<typeof StackSet>

/** What is known about a stack, without hidden photos. */
export const StackView = z.object({
  stack: z.int(),
  /** Its photos in the order of time. */
  frames: z.array(PhotoId),
  /** The frame that the person put on top or picked; null if they chose none. */
  chosen: PhotoId.nullable(),
  /** What its photos form together if none of them is better than another; null for a burst. */
  set: StackSet.nullable(),
  /** Whether frames wait for analysis, so that none can be suggested yet. */
  isWaiting: z.boolean(),
  /**
   * The frame that is better than the others, with the most important reasons first; null if none is clearly better.
   */
  suggested: z.object({ id: PhotoId, reasons: z.array(SuggestionReason).min(1) }).nullable(),
})
export type StackView = z.infer<typeof StackView>

/** An undecided burst: its best frame beside the next best. */
export const BurstToDecide = z.object({
  stack: z.int(),
  /** Its photos that are not rejected, in the order of time. */
  frames: z.array(PhotoId).min(2),
  best: PhotoId,
  next: PhotoId,
  /** Why the best frame is suggested, the most important reason first; empty if none is visibly better. */
  reasons: z.array(SuggestionReason),
})
export type BurstToDecide = z.infer<typeof BurstToDecide>

/** The stacks of some photos, before their suggestions are taken. */
export const StackReview = z.object({
  /** The most doubtful first: those without a suggestion, then those with the smallest lead. */
  bursts: z.array(BurstToDecide),
  /** How many stacks are brackets, panoramas or focus stacks, of which no frame is better than another. */
  sets: z.int(),
  /** How many bursts have frames that are not analysed. */
  waiting: z.int(),
  /** In how many bursts the person chose a frame, or left only one. */
  decided: z.int(),
})
export type StackReview = z.infer<typeof StackReview>

/** What becomes of the other frames if the best is taken: they are rejected, or only folded behind it. */
export const OtherFrames = z.enum(['reject', 'fold'])
export type OtherFrames = z.infer<typeof OtherFrames>

/** Differences between frames of a stack, as far as they are measured: a reason, or that one is brighter or darker. */
export const FrameTrait = z.enum([...SuggestionReason.exclude(['as-chosen']).options, 'brighter', 'darker'])
export type FrameTrait = z.infer<typeof FrameTrait>

/** What a person took in most of the stacks in which it was one or the other; `over` is null for a trait alone. */
export const Preference = z.object({
  taken: FrameTrait,
  over: FrameTrait.nullable(),
  /** The number of stacks, of those in which frames differed like this. */
  times: z.int(),
  of: z.int(),
})
export type Preference = z.infer<typeof Preference>

/** What was learned from a person's choices within stacks. */
export const LearnedChoices = z.object({
  /** Stacks in which the person decided, as far as the history has kept it; and how many are needed. */
  choices: z.int(),
  least: z.int(),
  /**
   * The share of these stacks, 0 to 1, in which the suggestion is what the person chose: without what is learned, and
   * with it, learned from the other stacks. Null before there are enough.
   */
  agreement: z.object({ usual: z.number(), learned: z.number() }).nullable(),
  /** Whether suggestions follow it: only if they agree clearly more often. */
  isUsed: z.boolean(),
  preferences: z.array(Preference),
  /** Whether they also follow what shows only in the picture, which no sentence describes. */
  followsContent: z.boolean(),
})
export type LearnedChoices = z.infer<typeof LearnedChoices>
