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

const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => oc.input(input).output(output)

const TrackBytes = z
  .instanceof(Blob)
  .refine(({ size }) => size <= MAX_TRACK_BYTES, `a track of at most ${MAX_TRACK_BYTES / 2 ** 20} MB`)

/** Dates that are looked at before they are changed: how many of all photos are shown. */
const Shown = z.int().min(0).max(1000).default(100)

/** What a person says of photos beside ratings and tags. Each change is one entry of the history. */
export const editingContract = {
  /** What is common to photos. Takes less than a second for 100,000. */
  summary: call(z.object({ ids: ChangedIds }), SelectionSummary),
  /** Sets texts, which win over those of the files. Throws `bad-params` where one is none of its field. */
  setTexts: call(
    z.object({
      ids: ChangedIds,
      texts: GivenTexts.refine((texts) => Object.keys(texts).length > 0, 'no field is given'),
    }),
    ChangeResult,
  ),
  /** Says where photos were taken; `nowhere` that it is not known, null that it is as files say. */
  setPosition: call(
    z.object({ ids: ChangedIds, position: z.union([Position, z.literal('nowhere'), z.null()]) }),
    ChangeResult,
  ),
  /** Gives photos what was copied from another one. */
  paste: call(z.object({ ids: ChangedIds, given: GivenMetadata }), ChangeResult),
  /** What a change of dates would do: some photos before and after, and how many cannot be changed. */
  previewDates: call(
    z.object({ ids: ChangedIds, change: DateChange, shown: Shown }),
    z.object({ photos: z.array(DatePreview), changed: z.int(), left: z.int() }),
  ),
  /** Photos of which no date can be told are left as they are. */
  changeDates: call(z.object({ ids: ChangedIds, change: DateChange }), ChangeResult),
  /** Reads a track (GPX). Throws `bad-params` where it holds no points with times. */
  addTrack: call(z.object({ name: z.string().max(500), bytes: TrackBytes }), Track),
  previewTrack: call(z.object({ ids: ChangedIds, options: TrackOptions, shown: Shown }), TrackMatch),
  /** Places the photos that were taken along tracks. Throws `bad-params` for a track that is not there. */
  applyTrack: call(z.object({ ids: ChangedIds, options: TrackOptions }), ChangeResult),
}

/** Sets of texts under a name. Changes come as `templates.changed`. */
export const templatesContract = {
  /** By name. */
  list: call(z.void(), z.array(MetadataTemplate)),
  /** Throws `bad-params` where another template has this name, or where a placeholder stands for nothing. */
  save: call(TemplateToSave, ChangeResult.extend({ template: MetadataTemplate })),
  remove: call(MetadataTemplate.pick({ id: true }), ChangeResult),
  /** Gives photos the texts of a template, with its placeholders filled for each. */
  apply: call(MetadataTemplate.pick({ id: true }).extend({ ids: ChangedIds }), ChangeResult),
}
