import type { Text } from '../../contract/sentences/text.ts'
import { say } from '../../contract/sentences/say.ts'
import { plainStyle } from '../../analysis/cutting/plain-style.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Findings, StepName } from '../../analysis/photo/findings.ts'
import type { Size } from '../../contract/analysis/cropping.ts'
import type { PhotoCrop } from '../../contract/library/photo-crop.ts'
import { AppError } from '../../contract/errors.ts'
import type { OutsidePicture, OutsidePictureId, Region } from '../../contract/library/similar.ts'
import type { AnalysisEngine } from '../../engines/analysis-engine.ts'
import type { FileOrder } from '../../analysis/cutting/cut-request.ts'

type ComparedPicturesDependencies = {
  /** The engine on this machine: a picture from outside is sent to no service. */
  engine: Pick<AnalysisEngine, 'analyse' | 'cut'>
}

/** What others are compared with. */
export type ComparedVectors = Pick<Findings, 'embedding' | 'colorVector'>

/**
 * A file of the library, the size of its picture as it is shown, how that is turned, as EXIF counts turns, and cropped.
 */
type PhotoFile = Size & { path: string; turn?: number | undefined; crop?: PhotoCrop | undefined }

/** Maximum number of cached answers, the latest. */
const MAX_KEPT = 40
const QUALITY = 92

/**
 * Pictures that are not photos of the library: from outside, or parts of photos. They are analysed like photos, in a
 * process that they may crash, from a temporary file that is deleted afterwards; only their vectors are kept, until the
 * library closes.
 */
export class ComparedPictures {
  readonly #engine: ComparedPicturesDependencies['engine']
  readonly #kept = new Map<string, ComparedVectors>()

  constructor({ engine }: ComparedPicturesDependencies) {
    this.#engine = engine
  }

  /** Throws `file-unreadable` with the reason if the bytes are not a readable picture. */
  async add(name: string, bytes: Uint8Array): Promise<OutsidePicture> {
    const findings = await this.#analyse(bytes, extname(name), ['preview', 'colors', 'embedding'])
    const id = randomBytes(8).toString('hex')
    this.#keep(id, findings)
    const { width = 0, height = 0, thumbnail, colors } = findings
    return {
      id,
      name,
      width,
      height,
      thumbnail: thumbnail === undefined ? '' : `data:image/webp;base64,${Buffer.from(thumbnail).toString('base64')}`,
      colors: (colors?.image_colors ?? []).map(({ html_code: html, percent }) => ({ html, percent })),
    }
  }

  /** Throws `picture-not-found` if it is no longer known. */
  get(id: OutsidePictureId): ComparedVectors {
    const known = this.#kept.get(id)
    if (known === undefined) throw new AppError('picture-not-found', say('errors.pictureGone'))
    return known
  }

  /** Throws AppError if the file cannot be read, and `bad-params` for a part without pixels. */
  async part(photoId: number, file: PhotoFile, region: Region): Promise<ComparedVectors> {
    const key = JSON.stringify([photoId, file.path, file.turn, file.crop, region])
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    const files = [cropOf(file, region)]
    const { path, turn = 1, crop } = file
    const [cut] = await this.#engine.cut({ path, turn, crop, files, style: plainStyle('jpeg', QUALITY) })
    if (cut === undefined) throw new Error('No part was cut.')
    if (!cut.ok) throw new AppError(cut.code, cut.message)
    const findings = await this.#analyse(cut.value, '.jpg', ['colors', 'embedding'])
    return this.#keep(key, findings)
  }

  async #analyse(bytes: Uint8Array, extension: string, steps: readonly StepName[]): Promise<Findings> {
    const folder = await mkdtemp(join(tmpdir(), 'lumafold-picture-'))
    try {
      // The name of some formats decides what the content does not; only its letters are used.
      const path = join(folder, `picture${/^\.[a-z0-9]{1,8}$/i.test(extension) ? extension : ''}`)
      await writeFile(path, bytes, { mode: 0o600 })
      const outcome = await this.#engine.analyse({ path, steps })
      if (outcome.ok) return outcome.findings
      throw new AppError('file-unreadable', withoutPath(outcome.reason, path))
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }

  #keep(key: string, { embedding, colorVector }: Findings): ComparedVectors {
    const vectors = { ...(embedding === undefined ? {} : { embedding }), ...(colorVector && { colorVector }) }
    this.#kept.set(key, vectors)
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return vectors
  }
}

/** A reason without the path of the temporary file, which means nothing to anyone. */
const withoutPath = (reason: Text, path: string): Text =>
  JSON.parse(JSON.stringify(reason), (_name, value: unknown) =>
    value === path ? say('pictures.itself') : typeof value === 'string' ? value.replaceAll(path, '…') : value,
  ) as Text

// A part of a photo

/** Longer side, in pixels, of a compared part: no model sees more. */
const MAX_SIDE = 800
/** Shorter side of the smallest part, in pixels of the photo. */
const MIN_SIDE = 16

/** The crop of a photo for a region. Throws `bad-params` if it has too few pixels to compare. */
export function cropOf({ width, height }: Size, region: Region): FileOrder & { kind: 'crop' } {
  const [x1, y1] = [Math.floor(region.left * width), Math.floor(region.top * height)]
  const x2 = Math.min(width, Math.ceil((region.left + region.width) * width))
  const y2 = Math.min(height, Math.ceil((region.top + region.height) * height))
  if (Math.min(x2 - x1, y2 - y1) < MIN_SIDE) throw new AppError('bad-params', say('errors.partTooSmall'))
  const scale = Math.min(1, MAX_SIDE / Math.max(x2 - x1, y2 - y1))
  const size = { width: Math.round((x2 - x1) * scale), height: Math.round((y2 - y1) * scale) }
  return { kind: 'crop', crop: { x1, y1, x2, y2 }, from: { width, height }, size }
}
