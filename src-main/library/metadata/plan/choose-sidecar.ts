import path from 'node:path'
import { extensionOf, pictureExtensions, rawExtensions } from '../../../base/formats/extensions.ts'
import { FolderSidecars } from '../sidecar-paths.ts'

/**
 * The name of a new sidecar: `auto` is `name.xmp` for RAW files and `name.ext.xmp` for others, like the programs that
 * write sidecars for them.
 */
export type SidecarNaming = 'auto' | 'name.xmp' | 'name.ext.xmp'

/** Sidecars that may belong to a photo, the more specific first. */
export type SidecarChoice = { present: string[]; fresh: string }

/**
 * Chooses where a photo's metadata is written, from the names in its folder. `photo.ext.xmp` belongs to one file.
 * `photo.xmp` belongs to the RAW file if several photos have that name, and to none if several RAW files have it.
 * Adobe's programs never write it for another file: a RAW file and its JPEG share no sidecar.
 */
export function chooseSidecar(photo: string, names: readonly string[], naming: SidecarNaming = 'auto'): SidecarChoice {
  const { dir, base, name } = path.parse(photo)
  const isOwner = ownsPlainName(base, names)
  const { ofFile, ofStem } = new FolderSidecars(names).of(base)
  const present = [ofFile, isOwner ? ofStem : undefined].filter((each) => each !== undefined)
  const isPlain = naming === 'name.xmp' || (naming === 'auto' && rawExtensions.has(extensionOf(base)))
  const fresh = `${isPlain && isOwner ? name : base}.xmp`
  return { present: present.map((each) => path.join(dir, each)), fresh: path.join(dir, fresh) }
}

/** Whether `name.xmp` is the sidecar of this photo, among the names of its folder. */
export function ownsPlainName(base: string, names: readonly string[]): boolean {
  const stem = path.parse(base).name
  const namesakes = names.filter((each) => path.parse(each).name === stem && pictureExtensions.has(extensionOf(each)))
  const raws = namesakes.filter((each) => rawExtensions.has(extensionOf(each)))
  if (raws.length > 0) return raws.length === 1 && raws[0] === base
  return namesakes.length <= 1
}
