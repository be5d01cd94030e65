import { z } from 'zod'
import { PhotoId } from './ids.ts'
import { TimeZone } from './zones.ts'

export const MAX_TRACK_BYTES = 200 * 1024 * 1024

export const TrackId = z.string().min(1).max(64)
export type TrackId = z.infer<typeof TrackId>

/** A track that was read from a GPS receiver's file; the library forgets it when it closes. */
export const Track = z.object({
  id: TrackId,
  name: z.string(),
  points: z.int(),
  /** Milliseconds since 1970. */
  fromMs: z.number(),
  toMs: z.number(),
})
export type Track = z.infer<typeof Track>

/** How photos are matched to tracks. */
export const TrackOptions = z.object({
  tracks: z.array(TrackId).min(1).max(100),
  /** The zone of the camera's clock; null: each photo states its own offset. */
  zone: TimeZone.nullable(),
  /** How many seconds the camera's clock was ahead. */
  clockAheadS: z.number().min(-86_400).max(86_400).default(0),
  /** Maximum time between two points, in seconds, for a photo to be placed between them. */
  maxGapS: z.number().min(1).max(86_400).default(300),
  /** Whether photos that already have a position get a new one. */
  overwrites: z.boolean().default(false),
})
export type TrackOptions = z.output<typeof TrackOptions>

/** The result of matching photos to tracks. */
export const TrackMatch = z.object({
  matched: z.int(),
  /** Photos that were not taken during the tracks. */
  outside: z.int(),
  /** Photos without a date, or without an offset if no zone is given. */
  undated: z.int(),
  /** Photos that keep their existing position. */
  kept: z.int(),
  /** Some of the matched photos. */
  photos: z.array(
    z.object({ id: PhotoId, name: z.string(), takenAt: z.string(), latitude: z.number(), longitude: z.number() }),
  ),
})
export type TrackMatch = z.infer<typeof TrackMatch>
