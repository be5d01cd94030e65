import type { ExifToolReader } from './exiftool.ts'
import { joinSources, readBlocks } from './read-metadata.ts'

/** When and with which camera a picture was taken; null where its file does not say. Sidecars are not asked. */
export type Evidence = {
  takenAt: string | null
  /** Digits after the full second. */
  subsec: string | null
  /** Maker and model. */
  camera: string | null
  cameraSerial: string | null
}

/** Reads what tells of a file which photo it is, without decoding its picture. Null where the file is not there. */
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
