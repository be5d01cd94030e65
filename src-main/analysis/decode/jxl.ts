import { say } from '../../contract/sentences/say.ts'
import { pixelsToTiff } from '../../base/formats/tiff/pixels-to-tiff.ts'
import { compileOnce } from './compile-once.ts'
import { DecodeFailure } from './decode-failure.ts'
import { numbersOfJxl } from './numbers-of-jxl.ts'
import { displayP3Profile } from './source-pixels.ts'
import { toDisplayP3 } from './to-display-p3.ts'

/** Bytes per pixel while libjxl decodes and the picture is copied out, measured on 2 to 9 megapixel files. */
export const JXL_BYTES_PER_PIXEL = 66

/**
 * Decodes the first picture of a JPEG XL to an uncompressed TIFF in sRGB or Display P3, upright and on white. The
 * decoder is loaded when the first such file comes; each picture gets a fresh instance because WebAssembly memory never
 * shrinks.
 */
export async function decodeJxl(bytes: Buffer): Promise<Buffer> {
  const { width, height, data, isWide } = decodeColors(bytes, await openJxlDecoder())
  return pixelsToTiff({ width, height, data, profile: isWide ? displayP3Profile() : null })
}

/**
 * RGB on white: in Display P3 where the file names a space or a curve other than those of sRGB, else in sRGB. Colours
 * that an ICC profile says are in sRGB, too.
 */
export function decodeColors(bytes: Buffer, decode: (bytes: Buffer) => JxlPixels) {
  const numbers = numbersOfJxl(bytes)
  const encoding = numbers?.encoding ?? null
  const { width, height, data } = decode(encoding === null ? bytes : numbers!.bytes)
  const shown = encoding === null ? data : toDisplayP3({ data, channels: 4 }, encoding)
  return { width, height, data: layOnWhite(shown), isWide: encoding !== null }
}

/** Pixels with opacity, 8 bits a channel, in sRGB. */
export type JxlPixels = { width: number; height: number; data: Uint8Array }

/** A fresh decoder, for one picture or all tiles of one; it throws a DecodeFailure for damaged data. */
export async function openJxlDecoder(): Promise<(bytes: Buffer) => JxlPixels> {
  const { default: createDecoder } = await import('@jsquash/jxl/codec/dec/jxl_dec.js')
  const instantiateWasm = await compileOnce('@jsquash/jxl/codec/dec/jxl_dec.wasm')
  const decoder = await createDecoder({ noInitialRun: true, instantiateWasm })
  return (bytes) => {
    const picture = decode(() => decoder.decode(bytes))
    if (picture === null) throw new DecodeFailure('damaged', say('pictures.jxlDamaged'))
    return { ...picture, data: new Uint8Array(picture.data.buffer, picture.data.byteOffset, picture.data.length) }
  }
}

/** The decoder traps if a file needs more memory than it can have. */
function decode<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw new DecodeFailure('damaged', say('pictures.jxlFailed', { detail: String(error) }), { cause: error })
  }
}

/** RGB from RGBA. */
function layOnWhite(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const alpha = rgba[from + 3]!
    for (let i = 0; i < 3; i++)
      rgb[to + i] = alpha === 255 ? rgba[from + i]! : Math.round(255 - ((255 - rgba[from + i]!) * alpha) / 255)
  }
  return rgb
}
