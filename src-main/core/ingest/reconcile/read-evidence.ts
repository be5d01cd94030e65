import path from 'node:path'
import type { PhotoMetadata } from '../../../contract/library/photo.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Capture, Evidence, FileLook, Hashes } from '../identity/identity-types.ts'
import type { PlacedFile } from './found-file.ts'
import { isItsFile } from './is-its-file.ts'

/** How found files are read where their looks do not say which file they are. Null where one cannot be read. */
export type EvidenceReaders = {
  capture(path: string): Promise<Capture | null>
  hashes(path: string): Promise<Hashes | null>
}

/**
 * Gives what files are compared by; each found file is read at most once of each kind. `lost` are those that were no
 * longer at their place when they were read.
 */
export function readEvidence(catalog: Catalog, readers: EvidenceReaders): Evidence & { lost: Set<FileLook> } {
  const roots = new Map(catalog.folders.roots().map((root) => [root.id, root.path]))
  const pathOf = (found: FileLook) => {
    const { rootId, relative, name } = found as PlacedFile
    return path.join(roots.get(rootId) ?? '', relative, name)
  }
  const captures = new Map<FileLook, Promise<Capture | null>>()
  const hashes = new Map<FileLook, Promise<Hashes | null>>()
  const lost = new Set<FileLook>()
  /** Null where another file took the place after this one was found there. */
  const readOwn = async <Value>(found: FileLook, read: (path: string) => Promise<Value | null>) => {
    const value = await read(pathOf(found))
    if (await isItsFile({ ...found, path: pathOf(found) })) return value
    lost.add(found)
    return null
  }
  return {
    lost,
    captureOfKnown: (fileId) => captureOf(catalog.files.evidence(fileId).metadata),
    hashesOfKnown(fileId) {
      const { contentHash, imageHash, versions } = catalog.files.evidence(fileId)
      return [{ contentHash, imageHash }, ...versions]
    },
    captureOf: (found) => keep(captures, found, () => readOwn(found, readers.capture)),
    hashesOf: (found) => keep(hashes, found, () => readOwn(found, readers.hashes)),
  }
}

function captureOf({ takenAt, subsec, cameraMake, cameraModel, cameraSerial }: PhotoMetadata): Capture {
  const camera = [cameraMake, cameraModel].filter((part) => part !== null).join(' ')
  return { takenAt, subsec, camera: camera === '' ? null : camera, cameraSerial }
}

function keep<Key, Value>(kept: Map<Key, Promise<Value>>, key: Key, read: () => Promise<Value>): Promise<Value> {
  const value = kept.get(key) ?? read()
  kept.set(key, value)
  return value
}
