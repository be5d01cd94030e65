import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { ReaderOptions, ReadResult } from 'zxing-wasm/reader'
import type { Raster } from '../photo/photo.ts'

/** Looks for codes in a picture, in one pass over its pixels. */
export type ReadPixels = (raster: Raster, options: ReaderOptions) => Promise<ReadResult[]>

let loading: Promise<ReadPixels> | undefined

/**
 * The reader (ZXing-C++ in WebAssembly), loaded when the first picture needs it. Its program is read from the package's
 * own file: without `wasmBinary` the package would fetch it from the network.
 */
export function loadReader(): Promise<ReadPixels> {
  return (loading ??= load())
}

async function load(): Promise<ReadPixels> {
  const { prepareZXingModule, readBarcodes } = await import('zxing-wasm/reader')
  const program = await readFile(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  const wasmBinary = program.buffer.slice(program.byteOffset, program.byteOffset + program.byteLength)
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
  return ({ width, height, data }, options) =>
    readBarcodes({ width, height, data: withOpacity(data), colorSpace: 'srgb' }, options)
}

/** Four channels for each pixel, as the reader takes them. */
function withOpacity(rgb: Uint8Array): Uint8ClampedArray<ArrayBuffer> {
  const rgba = new Uint8ClampedArray((rgb.length / 3) * 4)
  for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
    rgba[to] = rgb[from]!
    rgba[to + 1] = rgb[from + 1]!
    rgba[to + 2] = rgb[from + 2]!
    rgba[to + 3] = 255
  }
  return rgba
}
