import { extname } from 'node:path'

const pictures = 'jpeg jpg jpe jfif png webp tif tiff gif avif heic heif hif mpo'
const raws =
  '3fr arw cr2 cr3 crw dcr dng erf fff iiq k25 kdc mef mos mrw nef nrw orf pef raf raw rw2 rwl sr2 srf srw x3f'

/** File name extensions of pictures that can be read, camera raw files included, without the dot. */
export const pictureExtensions: ReadonlySet<string> = new Set(`${pictures} ${raws}`.split(' '))

/** Extensions of camera raw files among them. */
export const rawExtensions: ReadonlySet<string> = new Set(raws.split(' '))

/** Lower-case extension of a file name without the dot; empty where there is none. */
export function extensionOf(name: string): string {
  return extname(name).slice(1).toLowerCase()
}
