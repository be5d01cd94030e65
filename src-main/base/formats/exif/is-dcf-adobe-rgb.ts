import { readTiffDirectories, readTiffDirectory, tiffTag, type TiffDirectory } from '../tiff/tiff-directories.ts'

const COLOR_SPACE = 0xa001
const INTEROPERABILITY = 0xa005
const INDEX = 1
const ADOBE_RGB = 2
const UNCALIBRATED = 0xffff
/** Names of files in Adobe RGB begin with an underscore (DCF 2.0, 3.2.1): `_DSC0001.JPG`, `_MG_0001.JPG`. */
const ADOBE_RGB_NAME = /^_\w{3}\d{4}\.\w+$/

/**
 * Whether EXIF says that a picture without a colour profile is in Adobe RGB, as cameras write it (DCF 2.0): by the
 * index `R03`, by ColorSpace 2, or by an unnamed space and the file's name. `bytes` hold a TIFF from `start` on: an
 * EXIF block, or a whole RAW file.
 */
export function isDcfAdobeRgb(bytes: Buffer, start: number, fileName: string): boolean {
  const [main] = readTiffDirectories(bytes, start)
  const exif = below(bytes, start, main, tiffTag.exifDirectory)
  if (exif === undefined) return false
  const space = exif.numbers(COLOR_SPACE)?.[0]
  const index = below(bytes, start, exif, INTEROPERABILITY)?.text(INDEX)
  if (space === ADOBE_RGB || index === 'R03') return true
  return space === UNCALIBRATED && index === undefined && ADOBE_RGB_NAME.test(fileName)
}

function below(bytes: Buffer, start: number, directory: TiffDirectory | undefined, tag: number) {
  const at = directory?.numbers(tag)?.[0]
  return at === undefined ? undefined : readTiffDirectory(bytes, start, at)
}
