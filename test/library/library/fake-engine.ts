import { foreign } from '../../../src-main/contract/sentences/say.ts'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { renderPhoto } from '../../../src-main/analysis/decode/render-photo.ts'
import { cutFiles } from '../../../src-main/analysis/cutting/cut-files.ts'
import { hashBytes } from '../../../src-main/analysis/decode/file-hashes.ts'
import { stepNames, type AnalysisOutcome, type Findings } from '../../../src-main/analysis/photo/findings.ts'
import { type AnalysisEngine } from '../../../src-main/engines/analysis-engine.ts'
import { AppError } from '../../../src-main/contract/errors.ts'

export type FakeEngine = AnalysisEngine & {
  /** Paths given for analysis, in order. */
  seen: string[]
  /** Paths given for a thumbnail alone, in order. */
  pictured: string[]
  /** While false, thumbnails are made only with the analysis. */
  makesThumbnails: boolean
  /** While true, photos wait. */
  hold: boolean
  release(): void
  /** The outcome for a path instead of the usual findings. */
  outcomes: Map<string, AnalysisOutcome>
  fingerprint: string
}

/** Two findings that depend on the file's content, so that photos differ. */
async function findingsOf(path: string): Promise<Findings> {
  const bytes = await readFile(path)
  const { width, height, autoOrient } = await sharp(bytes).metadata()
  const { data } = await sharp(bytes)
    .resize(4, 4, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const vector = Float32Array.from(data, (value) => value - 100)
  const length = Math.hypot(...vector)
  return {
    width: autoOrient?.width ?? width,
    height: autoOrient?.height ?? height,
    format: 'jpeg',
    ...hashBytes(bytes),
    thumbnail: await sharp(bytes).autoOrient().resize(320, 320, { fit: 'inside' }).webp({ quality: 60 }).toBuffer(),
    placeholder: new Uint8Array(28).fill(7),
    faces: [],
    tags: [{ concept: 'hill', name: 'hill', confidence: 80, origin: 'objects' }],
    categories: [{ categorizer: 'personal_photos', name: 'nature landscape', confidence: 70 }],
    nsfw: { nsfw: 1, underwear: 1, safe: 98 },
    saliencyFeatures: {
      width: 640,
      height: 427,
      map: { columns: 2, rows: 2, values: new Uint8Array([0, 255, 0, 0]) },
      subjects: [],
    },
    colorVector: Float32Array.from(vector, (value) => Math.abs(value) / 255),
    embedding: { modelId: 'fake', vector: vector.map((value) => value / length) },
  }
}

async function makeThumbnail(engine: FakeEngine, path: string): Promise<AnalysisOutcome> {
  if (!engine.makesThumbnails) return { ok: false, code: 'blocked', by: 'engine', reason: foreign('Not now.') }
  engine.pictured.push(path)
  const set = engine.outcomes.get(path)
  if (set !== undefined) return set
  const { width, height, format, thumbnail, placeholder } = await findingsOf(path)
  return { ok: true, findings: { width, height, format, thumbnail, placeholder } as Findings, warnings: [] }
}

/** An engine of a few lines: real pictures, invented findings. */
export function createFakeEngine({ concurrency = 2 } = {}): FakeEngine {
  let waiters: (() => void)[] = []
  const engine: FakeEngine = {
    seen: [],
    pictured: [],
    makesThumbnails: true,
    hold: false,
    outcomes: new Map(),
    fingerprint: '1',
    release() {
      engine.hold = false
      for (const go of waiters) go()
      waiters = []
    },
    concurrency,
    steps: () => stepNames.map((name) => ({ name, fingerprint: engine.fingerprint })),
    info: () => ({ name: 'fake', tasks: [{ task: 'embedding', modelId: 'fake', note: null }], isComplete: true }),
    async analyse({ path, steps }) {
      if (steps.length === 1 && steps[0] === 'preview') return makeThumbnail(engine, path)
      engine.seen.push(path)
      if (engine.hold) await new Promise<void>((resolve) => waiters.push(resolve))
      const set = engine.outcomes.get(path)
      if (set !== undefined) return set
      try {
        const { thumbnail, ...findings } = await findingsOf(path)
        const found = steps.includes('preview') ? { ...findings, thumbnail } : findings
        return { ok: true, findings: found as Findings, warnings: [] }
      } catch (error) {
        const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
        return {
          ok: false,
          code: isMissing ? 'file-missing' : 'damaged',
          reason: foreign(isMissing ? 'The file is not there.' : 'The file is damaged.'),
        }
      }
    },
    async render(request, signal) {
      signal?.throwIfAborted()
      if ('tile' in request || (request.turn ?? 1) !== 1 || request.crop) return renderPhoto(request)
      const { path, longSide, quality } = request
      try {
        const { data, info } = await sharp(path)
          .autoOrient()
          .resize(longSide, longSide, { fit: 'inside', withoutEnlargement: true })
          .jpeg({ quality })
          .toBuffer({ resolveWithObject: true })
        return { bytes: data, type: 'image/jpeg', width: info.width, height: info.height }
      } catch (cause) {
        throw new AppError('file-unreadable', `${String(path)} cannot be read.`, { cause })
      }
    },
    cut: (request) => cutFiles(request),
    reload: async () => {},
    close: async () => engine.release(),
  }
  return engine
}
