import path from 'node:path'

const pictures = 'jpeg jpg jpe jfif png webp tif tiff gif avif heic heif hif mpo'
const raws =
  '3fr arw cr2 cr3 crw dcr dng erf fff iiq k25 kdc mef mos mrw nef nrw orf pef raf raw rw2 rwl sr2 srf srw x3f'

/** File name extensions taken into a library, without the dot. SVG is a drawing, not a photo, and stays out. */
export const supportedExtensions: ReadonlySet<string> = new Set(`${pictures} ${raws}`.split(' '))

/** Extensions of camera raw files among them. */
export const rawExtensions: ReadonlySet<string> = new Set(raws.split(' '))

/** Lower-case extension of a file name without the dot. */
export function extensionOf(name: string): string {
  return path.extname(name).slice(1).toLowerCase()
}

/** Whether a file belongs into a library, going by its name alone. */
export function isPhotoName(name: string): boolean {
  return !isSkippedName(name) && supportedExtensions.has(extensionOf(name))
}

/**
 * Folders that systems and network drives keep for themselves: thumbnails, waste bins, catalogues of other programs.
 */
const systemFolders = new Set([
  '@eadir',
  '#recycle',
  '#snapshot',
  '$recycle.bin',
  'system volume information',
  'lost+found',
  '__macosx',
  'recycler',
  'found.000',
])
const otherCatalogues = /\.(lrdata|lrlibrary|cocatalog|photoslibrary|aplibrary)$/

/** Whether a file or folder is left out with all it holds: hidden ones, and folders that are not a person's own. */
export function isSkippedName(name: string): boolean {
  const lower = name.toLowerCase()
  return name.startsWith('.') || systemFolders.has(lower) || otherCatalogues.test(lower)
}
