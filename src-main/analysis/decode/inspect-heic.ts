import type { TextValue } from '../../contract/sentences/text.ts'
import { readItemColor } from '../../base/formats/isobmff/item-colors.ts'
import { checkNeed, largestPicture } from './memory-estimate.ts'
import { unlimitedMemory } from './memory-limiter.ts'
import type { InspectFile } from './photo-source.ts'
import { inspectPicture, openBytes, readMetadata } from './picture-source.ts'
import { wholeOf } from './read-photo-file.ts'
import { say } from '../../contract/sentences/say.ts'
import type { HeifContext, HeifLibrary } from 'libheif-js/libheif-wasm/libheif-bundle.mjs'
import { DecodeFailure } from './decode-failure.ts'
import { limits } from './limits.ts'
import { displayP3Profile } from './source-pixels.ts'
import { toDisplayP3 } from './to-display-p3.ts'
import type { ColorEncoding } from '../../base/formats/color-encoding.ts'
import { pixelsToTiff } from '../../base/formats/tiff/pixels-to-tiff.ts'

/** Reads HEIC files: libvips reads their header but not their pixels. Sides are those after the file's own rotation. */
export const inspectHeic: InspectFile = async (file, format, options) => {
  const bytes = wholeOf(file, format)
  const { width, height, compression, icc } = await readMetadata(bytes)
  if (compression === 'av1') return inspectPicture(file, 'avif', options)
  const { limitMemory = unlimitedMemory } = options
  const decodeBytes = largestPicture(bytes, { width, height }) * HEIC_BYTES_PER_PIXEL
  return {
    width,
    height,
    format,
    hasAlpha: false,
    async load() {
      checkNeed(decodeBytes, { width, height })
      const pixels = await limitMemory(decodeBytes, () => decodeHeic(bytes, icc ?? null, readItemColor(bytes).encoding))
      return { ...(await openBytes(pixels, 'tiff')), format }
    },
  }
}

/** Bytes per pixel while libheif decodes and the picture is copied out, measured on 12 to 16 megapixel files. */
const HEIC_BYTES_PER_PIXEL = 12

/**
 * Decodes the main picture of a HEIC file to an uncompressed TIFF with the file's colour profile, or that of Display P3
 * if the file gives its colours in numbers. It is upright already, since libheif applies the file's own rotation. The
 * decoder (LGPL) is a separate module, loaded with the first HEIC file. Each picture gets a fresh instance because
 * WebAssembly memory never shrinks.
 */
async function decodeHeic(bytes: Buffer, profile: Uint8Array | null, encoding: ColorEncoding | null): Promise<Buffer> {
  const { default: createLibrary } = await import('libheif-js/libheif-wasm/libheif-bundle.mjs')
  const library = createLibrary()
  const context = library.heif_context_alloc()
  try {
    const read = library.heif_context_read_from_memory(context, bytes)
    if (read.code !== library.heif_error_code.heif_error_Ok) throw damaged(String(read.message))
    return decodePrimary(library, context, { profile, encoding: profile === null ? encoding : null })
  } finally {
    library.heif_context_free(context)
  }
}

type Meaning = { profile: Uint8Array | null; encoding: ColorEncoding | null }

function decodePrimary(library: HeifLibrary, context: HeifContext, { profile, encoding }: Meaning): Buffer {
  const handle = library.heif_js_context_get_primary_image_handle(context)
  if (!handle || handle.code) throw damaged(say('pictures.heicNone'))
  checkSize(library.heif_image_handle_get_width(handle), library.heif_image_handle_get_height(handle))
  const decoded = library.heif_js_decode_image2(
    handle,
    library.heif_colorspace.heif_colorspace_RGB,
    library.heif_chroma.heif_chroma_interleaved_RGB,
  )
  try {
    if (!decoded || decoded.code)
      throw damaged(typeof decoded?.message === 'string' ? decoded.message : say('pictures.heicEmpty'))
    const { width, height, stride, data } = decoded.channels[0]!
    const packed = packRows(data, width, height, stride)
    if (encoding === null) return pixelsToTiff({ width, height, data: packed, profile })
    const inP3 = toDisplayP3({ data: packed, channels: 3 }, encoding)
    return pixelsToTiff({ width, height, data: inP3, profile: displayP3Profile() })
  } finally {
    if (decoded?.image) library.heif_image_release(decoded.image)
    library.heif_image_handle_release(handle)
  }
}

/** Removes the decoder's padding from the ends of rows, in place, so that the picture is not copied. */
function packRows(data: Uint8Array, width: number, height: number, stride: number): Uint8Array {
  const rowBytes = width * 3
  if (stride !== rowBytes)
    for (let row = 1; row < height; row++) data.copyWithin(row * rowBytes, row * stride, row * stride + rowBytes)
  return data.subarray(0, rowBytes * height)
}

function checkSize(width: number, height: number): void {
  if (width * height * HEIC_BYTES_PER_PIXEL > limits.decodeBytes)
    throw new DecodeFailure('too-large', say('pictures.tooManyPixels', { width, height }))
}

function damaged(reason: TextValue): DecodeFailure {
  return new DecodeFailure('damaged', say('pictures.heic', { reason }))
}
