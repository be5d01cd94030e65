import { foreign, say } from '../../contract/sentences/say.ts'
import type { Text } from '../../contract/sentences/text.ts'
import { randomUUID } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { Track, TrackId } from '../../contract/library/tracks.ts'
import { readGpx, type TrackPoint } from './read-gpx.ts'

/** Maximum number of tracks kept; the oldest are dropped. */
const MAX_TRACKS = 100

/** The tracks of receivers, used to place photos. */
export class Tracks {
  readonly #tracks = new Map<TrackId, { name: string; points: readonly TrackPoint[] }>()

  /** Throws `bad-params` if a file has no points with times. */
  add(name: string, bytes: Uint8Array): Track {
    const points = readGpx(name, bytes)
    const id = randomUUID()
    this.#tracks.set(id, { name, points })
    const [oldest] = this.#tracks.keys()
    if (this.#tracks.size > MAX_TRACKS && oldest !== undefined) this.#tracks.delete(oldest)
    return { id, name, points: points.length, fromMs: points[0]!.atMs, toMs: points.at(-1)!.atMs }
  }

  /** The points of several tracks by time. Throws `bad-params` for an unknown track. */
  points(ids: readonly TrackId[]): TrackPoint[] {
    return ids.flatMap((id) => [...this.#find(id).points]).sort((a, b) => a.atMs - b.atMs)
  }

  /** The names of tracks, as a part of a sentence. */
  describe(ids: readonly TrackId[]): Text {
    const [name = '', ...others] = ids.map((id) => this.#find(id).name)
    return others.length === 0 ? foreign(name) : say('texts.andMore', { name, count: others.length })
  }

  #find(id: TrackId): { name: string; points: readonly TrackPoint[] } {
    const found = this.#tracks.get(id)
    if (found === undefined) throw new AppError('bad-params', say('errors.trackGone'))
    return found
  }
}
