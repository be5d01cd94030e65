import { readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { AppError } from '../../../contract/errors.ts'
import { say } from '../../../contract/sentences/say.ts'
import { filesOf, PAIR_FILE, parseJson, PublishedPair, type PairManifest, type PairRole } from './pair-manifest.ts'
import { textOfIssue } from '../../../contract/issues.ts'

/** A pair in a folder, ready to install: the paths of its files, and what is known of them. */
export type FoundPair = { paths: Paths<string> } & (
  | { manifest: PairManifest }
  /** Hashes and sizes are not measured yet. */
  | { described: Omit<PairManifest, 'files'> }
)

/** Order of preference among files with the same role: smaller ones first. */
const VARIANTS = ['_int8', '_quantized', '_uint8', '', '_fp16'] as const

/**
 * Finds a pair in a folder: as `pair.json` describes it, or in the form in which CLIP models are published on Hugging
 * Face (`vision_model*.onnx`, `text_model*.onnx`, in the folder or in `onnx`, with `preprocessor_config.json`,
 * `tokenizer.json` and `tokenizer_config.json`). Null if there is none; rejects with `file-unreadable` if its
 * description cannot be read.
 */
export async function findPair(folder: string): Promise<FoundPair | null> {
  const own = join(folder, PAIR_FILE)
  if (await isFile(own)) return readOwn(folder, await readFile(own, 'utf8'))
  const towers = [folder, join(folder, 'onnx')]
  const paths = {
    image: await firstOf(towers, 'vision_model'),
    text: await firstOf(towers, 'text_model'),
    tokenizer: await fileIn(folder, 'tokenizer.json'),
    tokenizerConfig: await fileIn(folder, 'tokenizer_config.json'),
  }
  const preparation = await fileIn(folder, 'preprocessor_config.json')
  if (preparation === null || !isWhole(paths)) return null
  const described = {
    version: 1 as const,
    title: basename(folder).slice(0, 80) || 'A pair from a folder',
    licence: 'not stated',
    ...readPreparation(await readFile(preparation, 'utf8')),
    maxTokens: readLength(await readFile(paths.tokenizerConfig, 'utf8')),
  }
  return { paths, described }
}

function readOwn(folder: string, text: string): FoundPair {
  const manifest = readPublished(text)
  const paths = filesOf(manifest.files).map(([role, { file }]) => [role, join(folder, file)])
  return { manifest, paths: Object.fromEntries(paths) as FoundPair['paths'] }
}

/** Parses a `pair.json`; throws `file-unreadable` with the reason if it is invalid. */
export function readPublished(text: string): PublishedPair {
  const parsed = PublishedPair.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.join('.') || 'no JSON',
    why = issue === undefined ? '' : textOfIssue(issue)
  throw new AppError('file-unreadable', say('pairs.notDescribed', { where, why }))
}

/** Only a pair with its own description has a projection. */
type Paths<T> = Record<Exclude<PairRole, 'projection'>, T> & { projection?: T }
const isWhole = (paths: Paths<string | null>): paths is Paths<string> =>
  Object.values(paths).every((path) => path !== null)

const Side = z.union([z.int(), z.object({ shortest_edge: z.int() }), z.object({ height: z.int() })])
const Preprocessor = z.object({
  size: Side,
  crop_size: Side.optional(),
  do_center_crop: z.boolean().default(true),
  do_normalize: z.boolean().default(true),
  image_mean: z.tuple([z.number(), z.number(), z.number()]).default([0, 0, 0]),
  image_std: z.tuple([z.number(), z.number(), z.number()]).default([1, 1, 1]),
})

function readPreparation(text: string): Pick<PairManifest, 'picture'> {
  const parsed = Preprocessor.safeParse(parseJson(text))
  if (!parsed.success) throw new AppError('file-unreadable', say('pairs.preparationUnknown'))
  const { size, crop_size: crop = size, do_center_crop: isCut, do_normalize: isScaled, ...rest } = parsed.data
  const [mean, std] = isScaled ? [rest.image_mean, rest.image_std] : [[0, 0, 0] as const, [1, 1, 1] as const]
  return {
    picture: { side: sideOf(crop), fit: isCut ? 'cover' : 'squash', mean: [...mean], std: [...std] },
  }
}

function sideOf(side: z.infer<typeof Side>): number {
  if (typeof side === 'number') return side
  return 'shortest_edge' in side ? side.shortest_edge : side.height
}

/** CLIP's length, for tokenizers without one, or with a number that only means "no limit". */
const USUAL_LENGTH = 77
function readLength(text: string): number {
  const parsed = z.object({ model_max_length: z.number() }).safeParse(parseJson(text))
  const length = parsed.success ? parsed.data.model_max_length : USUAL_LENGTH
  return Number.isInteger(length) && length >= 2 && length <= 1024 ? length : USUAL_LENGTH
}

const isFile = async (path: string) => (await stat(path).catch(() => null))?.isFile() === true
const fileIn = async (folder: string, name: string) => ((await isFile(join(folder, name))) ? join(folder, name) : null)

async function firstOf(folders: readonly string[], name: string): Promise<string | null> {
  for (const folder of folders)
    for (const variant of VARIANTS) {
      const found = await fileIn(folder, `${name}${variant}.onnx`)
      if (found !== null) return found
    }
  return null
}
