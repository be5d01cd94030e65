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
import type { AnalysisEngine } from '../../engines/engine.ts'
import { cropOf } from './crop-of.ts'

export type ComparedPicturesDependencies = {
  /** The engine on this machine: a picture from outside is sent to no service. */
  engine: Pick<AnalysisEngine, 'analyse' | 'cut'>
}

/** What others are compared with. */
export type ComparedVectors = Pick<Findings, 'embedding' | 'colorVector'>

/**
 * A file of the library, the size of its picture as it is shown, how that is turned, as EXIF counts turns, and cropped.
 */
export type PhotoFile = Size & { path: string; turn?: number | undefined; crop?: PhotoCrop | undefined }

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
