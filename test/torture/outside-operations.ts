import { copyFile, mkdir, readFile, rename, rm, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ExifTool } from 'exiftool-vendored'
import sharp from 'sharp'
import { imageHashOf } from '../../src-main/base/formats/image-data/image-hash.ts'
import { makePhoto } from './make-photo.ts'
import type { Picture, WorkModel } from './work-model.ts'

/** A watched folder of a run; `isAway` while its drive is unplugged. */
export type Root = { folder: string; subfolders: string[]; isAway: boolean }

export type Outside = {
  model: WorkModel
  roots: Root[]
  random(): number
  exifTool: ExifTool
  /** Bytes of deleted files, so that they can be restored. */
  trash: Map<Picture, { bytes: Buffer; file: string }>
  nextNumber(): number
}

/**
 * Other programs' operations on files: each changes disk and model alike, and does nothing if it finds no candidate.
 */
export type OutsideOperation = (outside: Outside) => Promise<void>

export const pick = <T>(random: () => number, list: readonly T[]): T | undefined =>
  list[Math.floor(random() * list.length)]

/**
 * Pictures whose fate is known: scanned by the library, on a mounted drive and, if copies exist, unchanged since the
 * library's last scan. Nobody could tell which of two equal files moved to which of two new places.
 */
const candidates = ({ model, roots }: Outside): Picture[] =>
  model.present.filter(
    (picture) =>
      picture.isKnown &&
      (picture.group.size === 1 || !picture.isTouched) &&
      !roots.some((root) => root.isAway && picture.file!.startsWith(`${root.folder}/`)),
  )

const alone = (outside: Outside): Picture[] => candidates(outside).filter(({ group }) => group.size === 1)

function freeName(outside: Outside, root = pick(outside.random, present(outside))!): string {
  const folder = pick(outside.random, root.subfolders) ?? ''
  return path.join(root.folder, folder, `IMG_${String(outside.nextNumber()).padStart(5, '0')}.jpg`)
}

const present = ({ roots }: Outside): Root[] => roots.filter((root) => !root.isAway)
const rootOf = ({ roots }: Outside, file: string): Root => roots.find((root) => file.startsWith(`${root.folder}/`))!

async function move(picture: Picture, file: string): Promise<void> {
  await rename(picture.file!, file)
  touch(picture, `renamed to ${file}`, { file })
}

function touch(picture: Picture, event: string, change: Partial<Picture> = {}): void {
  Object.assign(picture, change, { isTouched: true })
  picture.story.push(event)
}

const addPhoto: OutsideOperation = async (outside) => {
  const file = freeName(outside)
  await makePhoto(file, outside.nextNumber())
  outside.model.add(file, imageHashOf(await readFile(file)))
}

const renameOne: OutsideOperation = async (outside) => {
  const picture = pick(outside.random, candidates(outside))
  if (picture) await move(picture, path.join(path.dirname(picture.file!), `R${outside.nextNumber()}.jpg`))
}

const swapNames: OutsideOperation = async (outside) => {
  const [one, other] = [pick(outside.random, candidates(outside)), pick(outside.random, candidates(outside))]
  if (!one || !other || one === other) return
  if (rootOf(outside, one.file!) !== rootOf(outside, other.file!)) return
  const [first, second] = [one.file!, other.file!]
  await move(one, `${first}.swap`)
  await move(other, first)
  await move(one, second)
}

/** Each takes the place of the next, in whatever folder that is; the last takes a new one. */
const chain: OutsideOperation = async (outside) => {
  const first = pick(outside.random, candidates(outside))
  if (!first) return
  const root = rootOf(outside, first.file!)
  const others = candidates(outside).filter((each) => each !== first && rootOf(outside, each.file!) === root)
  const links = [first, pick(outside.random, others)].filter((each) => each !== undefined)
  const places = [...links.slice(1).map(({ file }) => file!), freeName(outside, root)]
  for (let at = links.length - 1; at >= 0; at--) await move(links[at]!, places[at]!)
}

/** IMG_n becomes IMG_n+1 for a run of files: each takes the name of the next. */
const renumber: OutsideOperation = async (outside) => {
  const start = pick(outside.random, candidates(outside))
  if (!start) return
  const folder = path.dirname(start.file!)
  const chain = candidates(outside)
    .filter(({ file }) => path.dirname(file!) === folder)
    .sort((a, b) => (a.file! < b.file! ? -1 : 1))
    .slice(0, 12)
  const names = chain.map(({ file }) => file!)
  const last = path.join(folder, `IMG_${String(outside.nextNumber()).padStart(5, '0')}.jpg`)
  for (let at = chain.length - 1; at >= 0; at--) await move(chain[at]!, names[at + 1] ?? last)
}

const moveWithinDrive: OutsideOperation = async (outside) => {
  const picture = pick(outside.random, candidates(outside))
  if (picture) await move(picture, freeName(outside, rootOf(outside, picture.file!)))
}

/** Copied with its times, then deleted, as a file manager does between two drives. */
const moveAcrossDrives: OutsideOperation = async (outside) => {
  const picture = pick(outside.random, alone(outside))
  const other = pick(outside.random, present(outside))
  if (!picture || !other || rootOf(outside, picture.file!) === other) return
  const [from, to] = [picture.file!, freeName(outside, other)]
  const { atime, mtime } = await stat(from)
  await copyFile(from, to)
  await utimes(to, atime, mtime)
  await unlink(from)
  touch(picture, `moved across to ${to}`, { file: to })
}

const copyOne: OutsideOperation = async (outside) => {
  const picture = pick(outside.random, candidates(outside))
  if (!picture || picture.isTouched) return
  const file = freeName(outside)
  await copyFile(picture.file!, file)
  const copy = outside.model.add(file, picture.imageHash, picture)
  // An earlier rating may be in the file; the copy has that one, whatever the original was given since.
  copy.work.rating = (await outside.exifTool.read(file)).Rating ?? 0
  touch(copy, `copied from ${picture.file}`)
  touch(picture, `copied to ${file}`)
}

const deleteOne: OutsideOperation = async (outside) => {
  const picture = pick(outside.random, alone(outside))
  if (!picture) return
  outside.trash.set(picture, { bytes: await readFile(picture.file!), file: picture.file! })
  await unlink(picture.file!)
  touch(picture, `deleted at ${picture.file}`, { file: null })
}

const restoreOne: OutsideOperation = async (outside) => {
  const picture = pick(outside.random, [...outside.trash.keys()])
  if (!picture) return
  const { bytes, file } = outside.trash.get(picture)!
  if (rootOf(outside, file)?.isAway ?? true) return
  if (!existsSync(path.dirname(file))) return
  const place = existsSync(file) ? path.join(path.dirname(file), `B${outside.nextNumber()}.jpg`) : file
  await writeFile(place, bytes)
  outside.trash.delete(picture)
  touch(picture, `restored at ${place}`, { file: place })
}

/** A new photo under the name of a deleted one. */
const reuseName: OutsideOperation = async (outside) => {
  const gone = pick(outside.random, [...outside.trash.values()])
  if (!gone || existsSync(gone.file) || !existsSync(path.dirname(gone.file))) return
  if (rootOf(outside, gone.file).isAway) return
  await makePhoto(gone.file, outside.nextNumber())
  outside.model.add(gone.file, imageHashOf(await readFile(gone.file)))
}

/** Another program writes metadata: a new file replaces the old one. */
const writeMetadata: OutsideOperation = async (outside) => {
  const picture = pick(outside.random, candidates(outside))
  if (!picture) return
  const tags = { Artist: `Somebody ${outside.nextNumber()}` }
  await outside.exifTool.write(picture.file!, tags, { writeArgs: ['-overwrite_original'] })
  touch(picture, 'metadata written by another program')
}

/** An editor changes the pixels, keeps the camera's metadata, and saves by renaming. */
const editPixels: OutsideOperation = async (outside) => {
  const picture = pick(
    outside.random,
    alone(outside).filter(({ isTouched }) => !isTouched),
  )
  if (!picture) return
  const bytes = await sharp(picture.file!).negate().keepExif().jpeg({ quality: 88 }).toBuffer()
  await writeFile(`${picture.file!}.tmp`, bytes)
  await rename(`${picture.file!}.tmp`, picture.file!)
  touch(picture, 'pixels edited', { imageHash: imageHashOf(bytes), isKnown: false })
}

const renameFolder: OutsideOperation = async (outside) => {
  const root = pick(outside.random, present(outside))
  const name = root && pick(outside.random, root.subfolders)
  if (!root || name === undefined) return
  const next = `folder-${outside.nextNumber()}`
  await rename(path.join(root.folder, name), path.join(root.folder, next))
  outside.model.moveFolder(path.join(root.folder, name), path.join(root.folder, next))
  for (const gone of outside.trash.values())
    gone.file = gone.file.replace(`${path.join(root.folder, name)}/`, `${path.join(root.folder, next)}/`)
  root.subfolders = root.subfolders.map((each) => (each === name ? next : each))
}

/** A drive is unplugged, with or without an empty mount point left behind, or returns. */
const plug: OutsideOperation = async (outside) => {
  const away = outside.roots.find(({ isAway }) => isAway)
  if (away) return plugIn(away)
  const root = pick(outside.random, outside.roots)
  if (!root || outside.roots.length < 2) return
  await rename(root.folder, `${root.folder}.away`)
  if (outside.random() < 0.5) await mkdir(root.folder)
  root.isAway = true
}

/** Mounts an unplugged drive again. */
export async function plugIn(root: Root): Promise<void> {
  await rm(root.folder, { recursive: true, force: true })
  await rename(`${root.folder}.away`, root.folder)
  root.isAway = false
}

/** The operations by how often they happen. */
export const outsideOperations: readonly (readonly [weight: number, OutsideOperation])[] = [
  [3, addPhoto],
  [6, renameOne],
  [6, swapNames],
  [3, renumber],
  [3, chain],
  [5, moveWithinDrive],
  [5, moveAcrossDrives],
  [3, copyOne],
  [4, deleteOne],
  [4, restoreOne],
  [4, reuseName],
  [4, writeMetadata],
  [3, editPixels],
  [2, renameFolder],
  [2, plug],
]
