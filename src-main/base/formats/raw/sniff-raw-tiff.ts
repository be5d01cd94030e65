import { readTiffDirectories, tiffTag, type TiffDirectory } from '../tiff/tiff-directories.ts'

/** Values of PhotometricInterpretation for sensor pixels: a colour filter array, or linear RAW (DNG 1.6). */
const SENSOR_PIXELS: ReadonlySet<number> = new Set([32803, 34892])
/** Compressions that only cameras write: Sony, Nikon, Samsung, Kodak, Pentax. */
const SENSOR_COMPRESSIONS: ReadonlySet<number> = new Set([32767, 34713, 32770, 32772, 65000, 65535])

/** Names of makers' RAW formats; others are called `raw`. */
const formats: readonly (readonly [maker: RegExp, format: string])[] = [
  [/^canon/i, 'cr2'],
  [/^nikon/i, 'nef'],
  [/^sony/i, 'arw'],
  [/^(pentax|ricoh|asahi)/i, 'pef'],
  [/^samsung/i, 'srw'],
  [/^(olympus|om digital)/i, 'orf'],
  [/^(panasonic|leica)/i, 'rwl'],
  [/^hasselblad/i, '3fr'],
  [/^kodak|^eastman/i, 'dcr'],
  [/^phase one/i, 'iiq'],
  [/^mamiya/i, 'mef'],
  [/^leaf/i, 'mos'],
  [/^epson|^seiko/i, 'erf'],
]

/**
 * The RAW format of a file that looks like TIFF, by its directories: a DNG declares itself, the others contain sensor
 * pixels. Null for a TIFF of finished pixels, from whichever camera or program.
 */
export function sniffRawTiff(bytes: Buffer): string | null {
  const directories = readTiffDirectories(bytes)
  if (directories.some((directory) => directory.numbers(tiffTag.dngVersion) !== undefined)) return 'dng'
  if (!directories.some(holdsSensorPixels)) return null
  const maker = directories.map((directory) => directory.text(tiffTag.make)).find((text) => text !== undefined) ?? ''
  return formats.find(([pattern]) => pattern.test(maker))?.[1] ?? 'raw'
}

function holdsSensorPixels(directory: TiffDirectory): boolean {
  return (
    SENSOR_PIXELS.has(directory.numbers(tiffTag.photometric)?.[0] ?? 0) ||
    SENSOR_COMPRESSIONS.has(directory.numbers(tiffTag.compression)?.[0] ?? 0)
  )
}
