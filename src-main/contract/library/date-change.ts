import { z } from 'zod'
import { PhotoId } from './ids.ts'
import { momentOf, offsetAt, TimeZone, writeOffset, ZoneOffset } from './zones.ts'
import { say } from '../sentences/say.ts'
import { issueWith } from '../issues.ts'

const FORM = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/

/** Wall-clock time, without a zone. */
export const WallTime = z
  .string()
  .refine((text) => FORM.test(text), { ...issueWith(say('inputs.wallTime')), abort: true })
  .refine(isWallTime, issueWith(say('inputs.noSuchTime')))

/** Whether a text is a time that a clock has shown: `Date.parse` takes 30 February for 2 March. */
export function isWallTime(text: string): boolean {
  const ms = FORM.test(text) ? Date.parse(`${text}Z`) : Number.NaN
  return !Number.isNaN(ms) && wallTime(ms) === text
}

/** Maximum shift of a date: 200 years. */
const MAX_SECONDS = 200 * 366 * 86_400

/**
 * How to change the dates of photos. `set` gives all the same date; `by` shifts each. `from` shifts all by the amount
 * that brings one photo to its right time. `zone` converts from the zone of the camera's clock to another one (`from`
 * null: the zone that each photo states). `offset` only sets the offset from UTC. `file` restores what files say.
 */
export const DateChange = z.discriminatedUnion('how', [
  z.object({ how: z.literal('set'), takenAt: WallTime, offset: ZoneOffset.nullable().default(null) }),
  z.object({ how: z.literal('by'), seconds: z.int().min(-MAX_SECONDS).max(MAX_SECONDS) }),
  z.object({ how: z.literal('from'), photoId: PhotoId, takenAt: WallTime }),
  z.object({ how: z.literal('zone'), from: TimeZone.nullable(), to: TimeZone }),
  z.object({ how: z.literal('offset'), offset: ZoneOffset.nullable() }),
  z.object({ how: z.literal('file') }),
])
export type DateChange = z.output<typeof DateChange>

/** When a photo was taken, as wall-clock time, and its offset from UTC if known. */
export type ShotTime = { takenAt: string; offset: string | null }

/** A change that can be computed for each photo separately. */
export type PlainDateChange = Exclude<DateChange, { how: 'from' | 'file' }>

/** The time of a photo after a change; null if the photo has no date, or lacks an offset that the change needs. */
export function changedTime(change: PlainDateChange, time: ShotTime | null): ShotTime | null {
  if (change.how === 'set') return { takenAt: change.takenAt, offset: change.offset }
  if (time === null) return null
  if (change.how === 'offset') return { ...time, offset: change.offset }
  if (change.how === 'by') return { ...time, takenAt: wallTime(msOf(time.takenAt) + change.seconds * 1000) }
  const from = change.from ?? time.offset
  if (from === null) return null
  const moment = momentOf(from, msOf(time.takenAt))
  const ahead = offsetAt(change.to, moment)
  return { takenAt: wallTime(moment + ahead * 60_000), offset: writeOffset(ahead) }
}

/** Milliseconds of a wall-clock time, read as if it were UTC; NaN for a day that does not exist, such as 31 April. */
export function msOf(wallTime: string): number {
  const ms = Date.parse(`${wallTime.slice(0, 19)}Z`)
  // JavaScript takes 31 April for 1 May.
  return new Date(ms).getUTCDate() === Number(wallTime.slice(8, 10)) ? ms : Number.NaN
}

const wallTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19)

/** Seconds in readable units: `+1 d 2 h`, `-30 min`. */
export function writeSeconds(seconds: number): string {
  const size = Math.abs(seconds)
  const parts = [
    [Math.floor(size / 86_400), 'd'],
    [Math.floor(size / 3600) % 24, 'h'],
    [Math.floor(size / 60) % 60, 'min'],
    [size % 60, 's'],
  ] as const
  const nonZero = parts.filter(([count]) => count > 0).map(([count, unit]) => `${count} ${unit}`)
  return `${seconds < 0 ? '-' : '+'}${nonZero.join(' ') || '0 s'}`
}

/** A photo before and after a change of its date; `after` is null if the change is not possible. */
export const DatePreview = z.object({
  id: PhotoId,
  name: z.string(),
  before: z.object({ takenAt: z.string(), offset: z.string().nullable() }).nullable(),
  after: z.object({ takenAt: z.string(), offset: z.string().nullable() }).nullable(),
})
export type DatePreview = z.infer<typeof DatePreview>
