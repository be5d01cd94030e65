import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const fileFields = {
  file: z.string().regex(/^[\w-][\w.-]*$/),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().positive(),
}
const PairFile = z.object(fileFields)

const Channels = z.tuple([z.number(), z.number(), z.number()])
/**
 * How a photo becomes the image tower's input: bytes divided by 255, minus `mean`, divided by `std`, at `side` by
 * `side`.
 */
const PairPicture = z.object({
  side: z.int().min(8).max(1024),
  /** The middle of the photo, or all of it squashed. */
  fit: z.enum(['cover', 'squash']),
  mean: Channels,
  std: Channels,
})
export type PairPicture = z.infer<typeof PairPicture>

const manifestFields = {
  version: z.literal(1),
  title: z.string().trim().min(1).max(80),
  licence: z.string().trim().max(80).default('not stated'),
  picture: PairPicture,
  /** Maximum text length in tokens, including start and end tokens. */
  maxTokens: z.int().min(2).max(1024),
  /** The pair of the catalogue that this is; such a pair must rank drawn pictures rightly before it is used. */
  offer: z.string().max(80).optional(),
}

/** Two networks with comparable vectors, one for pictures and one for texts, and the tokenizer of the texts. */
export const PairManifest = z.object({
  ...manifestFields,
  files: z.object({
    image: PairFile,
    text: PairFile,
    tokenizer: PairFile,
    tokenizerConfig: PairFile,
    /** For a text tower that describes each token: the matrix by which the mean of a text's tokens is multiplied. */
    projection: PairFile.optional(),
  }),
})
export type PairManifest = z.infer<typeof PairManifest>
export type PairRole = keyof PairManifest['files']
const pairRoles = ['image', 'text', 'tokenizer', 'tokenizerConfig', 'projection'] as const satisfies readonly PairRole[]

/** The files of a pair with their roles, in the order in which they are fetched. */
export function filesOf<T>(files: { readonly [role in PairRole]?: T | undefined }): [PairRole, T][] {
  return pairRoles.flatMap((role) => {
    const file = files[role]
    return file === undefined ? [] : [[role, file] as [PairRole, T]]
  })
}

/** `pair.json` at an address: each file has its own address, is beside it under its name, or is short and in it. */
const PublishedFile = z.object({
  ...fileFields,
  source: z.string().max(2000).optional(),
  content: z.string().max(2000).optional(),
})
export type PublishedFile = z.infer<typeof PublishedFile>
export const PublishedPair = z.object({
  ...manifestFields,
  files: z.object({
    image: PublishedFile,
    text: PublishedFile,
    tokenizer: PublishedFile,
    tokenizerConfig: PublishedFile,
    projection: PublishedFile.optional(),
  }),
})
export type PublishedPair = z.infer<typeof PublishedPair>

/** Names in the folder of models. */
export const PAIR_FOLDER = 'text-image'
export const PAIR_FILE = 'pair.json'

/** A pair whose files are present. */
export type InstalledPair = { id: string; dir: string; manifest: PairManifest }

/** Identifies the content of a pair: other files or another preparation of photos give other vectors. */
function pairIdOf({ files, picture, maxTokens }: PairManifest): string {
  const parts = [...filesOf(files).map(([, { sha256 }]) => sha256), JSON.stringify(picture), `${maxTokens}`]
  return `pair-${createHash('sha256').update(parts.join(' ')).digest('hex').slice(0, 12)}`
}

/** The pair in a folder, checked by the sizes of its files; null if there is none or it is incomplete. */
export function readPair(dir: string): InstalledPair | null {
  const manifest = readManifest(join(dir, PAIR_FILE))
  if (manifest === null) return null
  const isWhole = filesOf(manifest.files).every(
    ([, { file, bytes }]) => statSync(join(dir, file), { throwIfNoEntry: false })?.size === bytes,
  )
  return isWhole ? { id: pairIdOf(manifest), dir, manifest } : null
}

function readManifest(file: string): PairManifest | null {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return null
  const parsed = PairManifest.safeParse(parseJson(readFileSync(file, 'utf8')))
  return parsed.success ? parsed.data : null
}

/** Parses JSON; undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
