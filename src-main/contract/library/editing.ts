import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ChangedIds, ChangeResult } from './history.ts'
import { Position } from './position.ts'
import { GivenTexts } from './text-fields.ts'
import { DateChange, DatePreview } from './date-change.ts'
import { GivenMetadata } from './given-metadata.ts'
import { MetadataTemplate, TemplateToSave } from './metadata-template.ts'
import { SelectionSummary } from './selection-summary.ts'
import { MAX_TRACK_BYTES, Track, TrackMatch, TrackOptions } from './tracks.ts'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => oc.input(input).output(output)

const TrackBytes = z
  .instanceof(Blob)
  .refine(
    ({ size }) => size <= MAX_TRACK_BYTES,
    issueWith(say('inputs.trackSize', { size: MAX_TRACK_BYTES / 2 ** 20 })),
  )

/** How many of all photos a preview of changed dates shows. */
const Shown = z.int().min(0).max(1000).default(100)

/** A person's edits of photos other than ratings and tags. Each change is one entry of the history. */
export const editingContract = {
  /** What photos have in common. Takes less than a second for 100,000. */
  summary: call(z.object({ ids: ChangedIds }), SelectionSummary),
  /** Sets texts, which override those of the files. Throws `bad-params` if a text is not valid for its field. */
  setTexts: call(
    z.object({
      ids: ChangedIds,
      texts: GivenTexts.refine((texts) => Object.keys(texts).length > 0, issueWith(say('inputs.noField'))),
    }),
    ChangeResult,
  ),
  /** Sets where photos were taken; `nowhere`: unknown, null: what the files say. */
  setPosition: call(
    z.object({ ids: ChangedIds, position: z.union([Position, z.literal('nowhere'), z.null()]) }),
    ChangeResult,
  ),
  /** Gives photos the metadata that were copied from another one. */
  paste: call(z.object({ ids: ChangedIds, given: GivenMetadata }), ChangeResult),
  /** What a change of dates would do: some photos before and after, and how many cannot be changed. */
  previewDates: call(
    z.object({ ids: ChangedIds, change: DateChange, shown: Shown }),
    z.object({ photos: z.array(DatePreview), changed: z.int(), left: z.int() }),
  ),
  /** Photos whose new date cannot be computed are left as they are. */
  changeDates: call(z.object({ ids: ChangedIds, change: DateChange }), ChangeResult),
  /** Reads a track (GPX). Throws `bad-params` if it has no points with times. */
  addTrack: call(z.object({ name: z.string().max(500), bytes: TrackBytes }), Track),
  previewTrack: call(z.object({ ids: ChangedIds, options: TrackOptions, shown: Shown }), TrackMatch),
  /** Sets the positions of photos that were taken along tracks. Throws `bad-params` for an unknown track. */
  applyTrack: call(z.object({ ids: ChangedIds, options: TrackOptions }), ChangeResult),
}

/** Named sets of texts. Changes are announced as `templates.changed`. */
export const templatesContract = {
  /** By name. */
  list: call(z.void(), z.array(MetadataTemplate)),
  /** Throws `bad-params` if another template has this name, or a placeholder is unknown. */
  save: call(TemplateToSave, ChangeResult.extend({ template: MetadataTemplate })),
  remove: call(MetadataTemplate.pick({ id: true }), ChangeResult),
  /** Gives photos the texts of a template; placeholders are filled in for each photo. */
  apply: call(MetadataTemplate.pick({ id: true }).extend({ ids: ChangedIds }), ChangeResult),
}
