import { z } from 'zod'
import { PhotoId } from './ids.ts'
import { TimeZone } from './zones.ts'

export const MAX_TRACK_BYTES = 200 * 1024 * 1024

export const TrackId = z.string().min(1).max(64)
export type TrackId = z.infer<typeof TrackId>

/** A track of a receiver that was read; the library forgets it when it closes. */
export const Track = z.object({
  id: TrackId,
  name: z.string(),
  points: z.int(),
  /** Milliseconds since 1970. */
  fromMs: z.number(),
  toMs: z.number(),
})
export type Track = z.infer<typeof Track>

/** How photos are found on tracks. */
export const TrackOptions = z.object({
  tracks: z.array(TrackId).min(1).max(100),
  /** The zone that the camera's clock showed; null where each photo says its offset itself. */
  zone: TimeZone.nullable(),
  /** Seconds that the camera's clock was ahead. */
  clockAheadS: z.number().min(-86_400).max(86_400).default(0),
  /** Seconds that two points may lie apart for a photo to be placed between them. */
  maxGapS: z.number().min(1).max(86_400).default(300),
  /** Whether photos that have a position get another one. */
  overwrites: z.boolean().default(false),
})
export type TrackOptions = z.output<typeof TrackOptions>

/** What became of photos and tracks. */
export const TrackMatch = z.object({
  matched: z.int(),
  /** Photos that were not taken along the tracks. */
  outside: z.int(),
  /** Photos without a date, or without an offset where no zone is given. */
  undated: z.int(),
  /** Photos that have a position and keep it. */
  kept: z.int(),
  /** Some of those that are matched. */
  photos: z.array(
    z.object({ id: PhotoId, name: z.string(), takenAt: z.string(), latitude: z.number(), longitude: z.number() }),
  ),
})
export type TrackMatch = z.infer<typeof TrackMatch>
