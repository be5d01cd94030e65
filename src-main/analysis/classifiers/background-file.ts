/// <reference lib="esnext.float16" />
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../contract/errors.ts'
import { say } from '../../contract/sentences/say.ts'
import type { Background } from './background.ts'

const Halves = z.base64()
const Calibrated = z.object({
  slope: z.number(),
  base: z.number(),
  typical: z.number(),
  single: z.number(),
  spread: z.number(),
})
const Shape = z.object({ spread: z.number(), middle: z.number() })
const BackgroundFile = z.object({
  modelId: z.string(),
  mean: Halves,
  axes: z.array(Halves),
  variances: z.array(z.number()),
  rest: z.number(),
  shape: Shape,
  calibration: Calibrated.optional(),
})

/** The background as JSON, vectors in half precision and base64, without its sample. */
export function writeBackground({ modelId, mean, axes, variances, rest, shape, calibration }: Background): string {
  return JSON.stringify({ modelId, mean: pack(mean), axes: axes.map(pack), variances, rest, shape, calibration })
}

/** Bundled backgrounds by embedding model; throws `file-unreadable` if one is damaged. */
export function openBackgrounds(resourcesDir: string): Map<string, Background> {
  const folder = join(resourcesDir, 'heads')
  const names = readdirSync(folder).filter((name) => /^background-.*\.json$/.test(name))
  return new Map(
    names.map((name) => readBackground(join(folder, name))).map((background) => [background.modelId, background]),
  )
}

function readBackground(file: string): Background {
  try {
    const { mean, axes, ...rest } = BackgroundFile.parse(JSON.parse(readFileSync(file, 'utf8')))
    return { ...rest, mean: unpack(mean), axes: axes.map(unpack), sample: [] }
  } catch (cause) {
    throw new AppError('file-unreadable', say('analysis.programFile', { path: file }), { cause })
  }
}

const pack = (vector: Float32Array): string => Buffer.from(new Float16Array(vector).buffer).toString('base64')
const unpack = (text: string): Float32Array =>
  new Float32Array(new Float16Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer))
