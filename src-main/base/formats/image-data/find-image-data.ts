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
import { findGifData } from './gif-data.ts'
import { findJpegData } from './jpeg-data.ts'
import { findJxlData } from './jxl-data.ts'
import { findMediaData } from './media-data.ts'
import { findPngData } from './png-data.ts'
import { findPsdData } from './psd-data.ts'
import { findTiffData } from './tiff-data.ts'
import { findWebpData } from './webp-data.ts'

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
  // Phase One keeps its sensor data apart from what it writes as TIFF.
  [(head) => hasText(head, 8, 'IIII') || hasText(head, 8, 'MMMM'), () => []],
  [(head) => isTiff(head) || isBigTiff(head) || isOrf(head) || isRw2(head), findTiffData],
]

/**
 * Which bytes of a file are its picture, apart from metadata: a program that writes ratings, keywords or places leaves
 * them as they are, and what else changes them is damage or another picture. They are what a decoder needs and nothing
 * that only says how, when or by whom. The whole file where its container is not known or not understood. Never throws;
 * takes at most a time in proportion to the file, and the ranges together never hold more than it.
 */
export function findImageData(bytes: Bytes): ByteRange[] {
  const head = bytes.subarray(0, 64)
  const container = containers.find(([test]) => test(head))
  return tidyRanges(container?.[1](bytes) ?? [], bytes.length) ?? [{ start: 0, end: bytes.length }]
}
