import type { Bytes } from '../bytes.ts'
import {
  hasText,
  isBigTiff,
  isGif,
  isJpeg,
  isMedia,
  isOrf,
  isPng,
  isRaf,
  isRw2,
  isTiff,
  isWebp,
} from '../signatures.ts'
import { tidyRanges, type ByteRange } from './byte-range.ts'
import { findCrwData, findMrwData, findRafData, findX3fData } from './camera-data.ts'
import { findGifData } from './find-gif-data.ts'
import { findJpegData } from './find-jpeg-data.ts'
import { findJxlData } from './find-jxl-data.ts'
import { findMediaData } from './find-media-data.ts'
import { findPngData } from './find-png-data.ts'
import { findPsdData } from './find-psd-data.ts'
import { findTiffData } from './find-tiff-data.ts'
import { findWebpData } from './find-webp-data.ts'

type Container = readonly [test: (head: Buffer) => boolean, find: (bytes: Bytes) => ByteRange[]]

const containers: readonly Container[] = [
  [isJpeg, findJpegData],
  [isPng, findPngData],
  [isGif, findGifData],
  [isWebp, findWebpData],
  [isMedia, findMediaData],
  [(head) => hasText(head, 4, 'JXL '), findJxlData],
  [(head) => hasText(head, 0, '8BPS'), findPsdData],
  [isRaf, findRafData],
  [(head) => hasText(head, 0, '\0MRM'), findMrwData],
  [(head) => hasText(head, 6, 'HEAPCCDR'), findCrwData],
  [(head) => hasText(head, 0, 'FOVb'), findX3fData],
  // Phase One stores its sensor data outside its TIFF structure.
  [(head) => hasText(head, 8, 'IIII') || hasText(head, 8, 'MMMM'), () => []],
  [(head) => isTiff(head) || isBigTiff(head) || isOrf(head) || isRw2(head), findTiffData],
]

/**
 * Finds the bytes of a file that are its picture, apart from metadata: all that a decoder needs, and nothing that only
 * says how, when or by whom. A program that writes ratings, keywords or places keeps them; any other change of them is
 * damage or another picture. Returns the whole file if its container is unknown or cannot be parsed. Never throws, and
 * takes at most linear time; the ranges together never hold more than the file.
 */
export function findImageData(bytes: Bytes): ByteRange[] {
  const head = bytes.subarray(0, 64)
  const container = containers.find(([test]) => test(head))
  return tidyRanges(container?.[1](bytes) ?? [], bytes.length) ?? [{ start: 0, end: bytes.length }]
}
