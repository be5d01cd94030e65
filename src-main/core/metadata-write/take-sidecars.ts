import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { extensionOf, pictureExtensions, rawExtensions } from '../../formats/extensions.ts'
import type { LeftSidecar, SidecarForm } from '../catalog/catalog.ts'
import { FolderSidecars } from '../metadata/sidecar-paths.ts'
import { hashOf } from './patch/hash-of.ts'
import { isAbsent } from '../../base/files/file-errors.ts'

/** A sidecar that lies where its photo lay. */
export type LeftBehind = {
  place: string
  form: SidecarForm
  hash: string
  content: Buffer
  /** Lumafold wrote it last. */
  isOwn: boolean
  /** Another photo lies beside it now. */
  isShared: boolean
}

/** Larger ones are no sidecars. */
const MAX_BYTES = 16 * 1024 * 1024

/**
 * Sidecars at a photo's former place that are the photo's: what Lumafold wrote there, what was read there for the photo
 * and is as it was, and what lies beside no photo any more. Rejects with the system's errors.
 */
export async function takeSidecars(left: LeftSidecar): Promise<LeftBehind[]> {
  const names = await listFolder(left)
  const { base, name: stem } = path.parse(left.place)
  // The photo is gone from there; its sidecars are found as they were.
  const { ofFile, ofStem } = new FolderSidecars(names).of(base)
  const found = [
    await readAs(left, names, 'name.ext.xmp', base, ofFile),
    ...(stem === base ? [] : [await readAs(left, names, 'name.xmp', stem, ofStem)]),
  ]
  return found.filter((each) => each !== null)
}

async function readAs(
  left: LeftSidecar,
  names: readonly string[],
  form: SidecarForm,
  stem: string,
  name: string | undefined,
): Promise<LeftBehind | null> {
  if (name === undefined) return null
  const place = path.join(path.dirname(left.place), name)
  const facts = await stat(place)
  if (!facts.isFile() || facts.size > MAX_BYTES) return null
  const content = await readFile(place)
  const hash = hashOf(content)
  const isOwn = left.ownHashes.includes(hash)
  const isShared = names.some((each) => isBeside(each, stem))
  const isAsRead = left.sidecarKey.split(' ')[form === 'name.xmp' ? 1 : 0] === String(Math.floor(facts.mtimeMs))
  // `name.xmp` beside several photos is that of the RAW file.
  const isIts =
    isOwn || !isShared || (isAsRead && (form === 'name.ext.xmp' || rawExtensions.has(extensionOf(left.name))))
  return isIts ? { place, form, hash, content, isOwn, isShared } : null
}

/** A sidecar `photo.jpg.xmp` stands beside `photo.jpg`, one called `photo.xmp` beside all photos of that name. */
const isBeside = (name: string, stem: string): boolean =>
  pictureExtensions.has(extensionOf(name)) && (name === stem || path.parse(name).name === stem)

/** A folder that is gone with all its photos takes their sidecars with it. */
async function listFolder({ place, hasPhotos }: LeftSidecar): Promise<string[]> {
  try {
    return await readdir(path.dirname(place))
  } catch (error) {
    if (isAbsent(error) && !hasPhotos) return []
    throw error
  }
}
