import type { ExifToolReader } from './exiftool.ts'
import { joinSources, readBlocks } from './read-metadata.ts'

/** When and with which camera a picture was taken; null if its file does not say. Sidecars are ignored. */
export type Evidence = {
  takenAt: string | null
  /** Digits after the full second. */
  subsec: string | null
  /** Maker and model. */
  camera: string | null
  cameraSerial: string | null
}

/** Reads the evidence of a file's identity, without decoding its picture. Null if the file is missing. */
export async function readEvidence(path: string, exifTool?: ExifToolReader): Promise<Evidence | null> {
  const blocks = await readBlocks(path, { exifTool })
  if (blocks === null) return null
  const { takenAt, subsec, cameraMake, cameraModel, cameraSerial } = joinSources(
    blocks.raw,
    { packets: [], takeout: {} },
    blocks.header,
  )
  const camera = [cameraMake, cameraModel].filter((part) => part !== null).join(' ')
  return { takenAt, subsec, camera: camera === '' ? null : camera, cameraSerial }
}
