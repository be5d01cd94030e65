import { say } from '../../contract/sentences/say.ts'
import type { LibRaw } from 'libraw-wasm/dist/libraw.js'
import { pixelsToTiff } from '../../base/formats/tiff/pixels-to-tiff.ts'
import { compileOnce } from './compile-once.ts'
import { DecodeFailure } from './decode-failure.ts'

/** Bytes per pixel of the sensor while LibRaw works and the picture is copied out, in full and at half size. */
export const RAW_BYTES_PER_PIXEL = { full: 28, half: 12 } as const

/** Pattern pixel grouping: better than plain averages, and takes half the time of the best method. */
const QUALITY = 2
/** Files with fewer bits a pixel than this lack their sensor data. */
const MIN_BITS = 1
const quiet = () => undefined

/** The upright size of a camera's sensor picture, in pixels. */
export type SensorSize = { width: number; height: number }

/**
 * The size of the picture that can be developed from a RAW file. Null if LibRaw does not support its camera, or if the
 * file is a header without sensor data.
 */
export async function readSensorSize(bytes: Buffer): Promise<SensorSize | null> {
  try {
    const { width, height } = (await openRaw(bytes, true)).metadata(false)
    const isThere = width > 0 && height > 0 && bytes.length * 8 >= width * height * MIN_BITS
    return isThere ? { width, height } : null
  } catch {
    return null // LibRaw throws its own numbers and objects; they say only that it cannot.
  }
}

/**
 * Develops the sensor data of a RAW file with the camera's white balance to an uncompressed TIFF in sRGB, upright. Half
 * size needs no interpolated colours and takes a quarter of the time. Rejects with a DecodeFailure.
 */
export async function developRaw(bytes: Buffer, isHalf: boolean): Promise<Buffer> {
  const raw = await openRaw(bytes, isHalf).catch(fail)
  const { width, height, colors, data } = attempt(() => raw.imageData())
  if (data.length !== width * height * colors) return fail(new Error('the picture is incomplete'))
  return pixelsToTiff({ width, height, data: colors === 1 ? inThreeChannels(data) : data, profile: null })
}

/**
 * The developer (LGPL) is a separate module, loaded with the first RAW file. Each file gets a fresh instance because
 * WebAssembly memory never shrinks.
 */
async function openRaw(bytes: Buffer, halfSize: boolean): Promise<LibRaw> {
  const { default: createLibRaw } = await import('libraw-wasm/dist/libraw.js')
  const instantiateWasm = await compileOnce('libraw-wasm/dist/libraw.wasm')
  const library = await createLibRaw({ instantiateWasm, print: quiet, printErr: quiet })
  const raw = new library.LibRaw()
  raw.open(bytes, { halfSize, useCameraWb: true, outputBps: 8, userQual: QUALITY })
  return raw
}

function attempt<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    return fail(error)
  }
}

function fail(cause: unknown): never {
  throw new DecodeFailure('damaged', say('pictures.rawUndeveloped'), { cause })
}

/** For sensors without colour filters. */
function inThreeChannels(gray: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(gray.length * 3)
  for (let i = 0; i < gray.length; i++) rgb.fill(gray[i]!, i * 3, i * 3 + 3)
  return rgb
}
