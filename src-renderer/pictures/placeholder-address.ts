import { decodeThumbHash, type HashPixels } from './decode-thumb-hash.ts'

/** A ThumbHash has at most seven waves: more pixels would not show more. */
const LONG_SIDE = 16
/** Bytes of a BMP before its pixels: those of the file, and version 4 of its header, which supports alpha. */
const FILE_HEAD = 14
const IMAGE_HEAD = 108
const HEAD = FILE_HEAD + IMAGE_HEAD

/** The address of a placeholder for a style, from a ThumbHash in base64; empty if it is invalid. */
export function placeholderAddress(base64: string): string {
  const pixels = base64 === '' ? null : decodeThumbHash(bytesOf(base64), LONG_SIDE)
  return pixels === null ? '' : `url(data:image/bmp;base64,${btoa(String.fromCharCode(...writeBmp(pixels)))})`
}

function bytesOf(base64: string): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}

/**
 * A picture without compression, which a browser decodes in no time. A canvas for each tile would be a layer of its
 * own, and so would the picture above it. A screen full of them would cost the main thread ten milliseconds in each
 * frame.
 */
function writeBmp({ width, height, rgba }: HashPixels): Uint8Array {
  const bytes = new Uint8Array(HEAD + rgba.length)
  const view = new DataView(bytes.buffer)
  view.setUint16(0, 0x42_4d)
  view.setUint32(2, bytes.length, true)
  view.setUint32(10, HEAD, true)
  view.setUint32(14, IMAGE_HEAD, true)
  view.setInt32(18, width, true)
  view.setInt32(22, -height, true) // Rows from the top.
  view.setUint16(26, 1, true)
  view.setUint16(28, 32, true)
  view.setUint32(30, 3, true) // The masks that follow give the position of each channel.
  for (const channel of [0, 1, 2, 3]) view.setUint32(54 + channel * 4, 255 << (channel * 8), true)
  view.setUint32(70, 0x73_52_47_42, true) // sRGB
  bytes.set(rgba, HEAD)
  return bytes
}
