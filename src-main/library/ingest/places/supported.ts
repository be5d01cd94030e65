import path from 'node:path'
import { extensionOf, pictureExtensions, videoExtensions } from '../../../base/formats/extensions.ts'

/** Whether a file belongs in a library, by its name alone. Films do too; SVG is a drawing and stays out. */
export function isPhotoName(name: string): boolean {
  const extension = extensionOf(name)
  return !isSkippedName(name) && (pictureExtensions.has(extension) || videoExtensions.has(extension))
}

/** Folders that systems and network drives reserve: thumbnails, trash, snapshots, catalogues of other programs. */
const systemFolders = new Set([
  '@eadir',
  '@tmp',
  '@sharebin',
  '#recycle',
  '#snapshot',
  '@recycle',
  '@recently-snapshot',
  '@snapshot',
  '@__thumb',
  '@qmediathumb',
  '@transcode',
  '@recyclebin',
  'trashbox',
  '~snapshot',
  'files_trashbin',
  'files_versions',
  '$recycle.bin',
  'recycler',
  'recycled',
  'system volume information',
  'lost+found',
  '__macosx',
  'network trash folder',
  'temporary items',
])
const otherCatalogues =
  /\.(lrdata|lrlibrary|cocatalog|photoslibrary|photolibrary|aplibrary|migratedphotolibrary|migratedaplibrary)$|^found\.\d{3}$/

/** Whether a file or folder is left out with all its contents: hidden ones, and folders that are not a person's own. */
export function isSkippedName(name: string): boolean {
  const lower = name.toLowerCase()
  return name.startsWith('.') || systemFolders.has(lower) || otherCatalogues.test(lower)
}

/** Whether any part of a path below a root is left out of libraries. */
export function isSkippedPath(root: string, file: string): boolean {
  return path.relative(root, file).split(path.sep).some(isSkippedName)
}

/** Whether a file may have metadata of a photo beside it: XMP, or the JSON of Google Takeout. */
export const isSidecarName = (name: string): boolean => /\.(xmp|json)$/i.test(name)
