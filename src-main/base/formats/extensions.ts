import { extname } from 'node:path'

const pictures = 'jpeg jpg jpe jfif png webp tif tiff gif avif avifs heic heics heif heifs hif mpo psd psb bmp dib jxl'
const tiffRaws = '3fr arw cr2 dcr dng erf fff iiq k25 kdc mef mos nef nrw orf pef raw rwl sr2 srf srw'
const otherRaws = 'cr3 crw mrw raf rw2 x3f'

/** File name extensions of camera raw files, without the dot. */
export const rawExtensions: ReadonlySet<string> = new Set(`${tiffRaws} ${otherRaws}`.split(' '))

/** Those RAW formats that are laid out as TIFF; without a signature, only the name distinguishes them. */
export const tiffRawExtensions: ReadonlySet<string> = new Set(tiffRaws.split(' '))

/** File name extensions of readable pictures, camera raw files included. */
export const pictureExtensions: ReadonlySet<string> = new Set([...pictures.split(' '), ...rawExtensions])

/** Pixel phones put these in place of the extension of their motion photos' films, which are MP4. */
export const untypedFilms: ReadonlySet<string> = new Set(['mp', 'mv'])

/** File name extensions of films. */
export const videoExtensions: ReadonlySet<string> = new Set([
  ...'mp4 m4v mov 3gp avi mkv webm mts m2ts'.split(' '),
  ...untypedFilms,
])

/** Lower-case extension of a file name without the dot and without trailing blanks; empty if there is none. */
export function extensionOf(name: string): string {
  return extname(name).slice(1).trimEnd().toLowerCase()
}

const filmTypes: Readonly<Record<string, string>> = {
  mov: 'video/quicktime',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  mts: 'video/mp2t',
  m2ts: 'video/mp2t',
  '3gp': 'video/3gpp',
}

/** MIME type of a film by its format. */
export const filmType = (format: string): string => filmTypes[format] ?? 'video/mp4'
