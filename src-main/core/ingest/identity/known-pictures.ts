import { compareCaptures } from './compare.ts'
import type { Capture, Evidence, Hashes, KnownLook } from './identity-types.ts'

/** What tells which picture a file shows; no hashes where its content is not known, or was not read. */
export type Picture = { capture: Capture | null; hashes: readonly Hashes[] }

type Clear = Capture & { takenAt: string; camera: string }

/** Known files of one size with their pictures; each is asked about once. */
export class KnownPictures<Known extends KnownLook> {
  readonly #pictures = new Map<Known, Picture & { capture: Capture }>()
  /** Those whose content is known, by when they were taken. */
  readonly #shots = new Map<string, Known[]>()
  /** Those of them that do not say, or without a camera. */
  readonly #vague: Known[] = []

  get pictures(): ReadonlyMap<Known, Picture> {
    return this.#pictures
  }

  add(known: Known, evidence: Evidence): void {
    const capture = evidence.captureOfKnown(known.fileId)
    const hashes = evidence.hashesOfKnown(known.fileId).filter((each) => each.contentHash + each.imageHash !== '')
    this.#pictures.set(known, { capture, hashes })
    if (hashes.length === 0) return
    const shots = isClear(capture) ? this.#shots.get(capture.takenAt) : this.#vague
    if (shots !== undefined) shots.push(known)
    else if (isClear(capture)) this.#shots.set(capture.takenAt, [known])
  }

  /** Whether a file may have the content of one of these as far as captures tell; some are ruled out already. */
  mayHold(capture: Capture | null, isRuledOut: (known: Known) => boolean): boolean {
    const isPossible = (known: Known) => {
      const own = this.#pictures.get(known)?.capture
      return own !== undefined && compareCaptures(own, capture) !== 'other' && !isRuledOut(known)
    }
    if (this.#vague.some(isPossible)) return true
    if (isClear(capture)) return (this.#shots.get(capture.takenAt) ?? []).some(isPossible)
    for (const shots of this.#shots.values()) if (shots.some(isPossible)) return true
    return false
  }
}

/** Two of these with different times are two shots. */
export const isClear = (capture: Capture | null): capture is Clear =>
  capture !== null && capture.takenAt !== null && capture.camera !== null
