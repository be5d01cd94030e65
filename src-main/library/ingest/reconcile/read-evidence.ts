import path from 'node:path'
import type { PhotoMetadata } from '../../../contract/library/photo.ts'
import { stemOf } from '../../pairs/kinds/pair-kind.ts'
import type { Catalog, NearShot } from '../../catalog/catalog.ts'
import type { Capture, Evidence, ListedFile, Hashes } from '../identity/identity-types.ts'
import type { PlacedFile } from './found-file.ts'
import { isItsFile } from './is-its-file.ts'

/** Reads found files whose stats do not identify them. Null if one cannot be read. */
export type EvidenceReaders = {
  capture(path: string): Promise<Capture | null>
  hashes(path: string): Promise<Hashes | null>
  /** Whether the file at a path shows the same as a thumbnail; false if unknown. */
  looksLike(path: string, thumbnail: Uint8Array): Promise<boolean>
}

/**
 * The evidence that files are compared by; each kind is read at most once per found file. `lost` are those no longer at
 * their place when they were read.
 */
export function readEvidence(catalog: Catalog, readers: EvidenceReaders): Evidence & { lost: Set<ListedFile> } {
  const roots = new Map(catalog.folders.roots().map((root) => [root.id, root.path]))
  const pathOf = (found: ListedFile) => {
    const { rootId, relative, name } = found as PlacedFile
    return path.join(roots.get(rootId) ?? '', relative, name)
  }
  const captures = new Map<ListedFile, Promise<Capture | null>>()
  const hashes = new Map<ListedFile, Promise<Hashes | null>>()
  const lost = new Set<ListedFile>()
  /** Null if another file has taken the place since this one was found. */
  const readOwn = async <Value>(found: ListedFile, read: (path: string) => Promise<Value | null>) => {
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
    isShotShared(fileId) {
      const shots = catalog.files.shotsBeside(fileId)
      return shots?.others.some((other) => isAnotherShot(shots.own, other)) ?? false
    },
    isKnownElsewhere: (fileId, each) => catalog.files.isHeldElsewhere(catalog.files.evidence(fileId).photoId, each),
    async looksAlike(fileId, found) {
      const thumbnail = catalog.thumbnails.get(catalog.files.evidence(fileId).photoId)
      if (thumbnail === null) return false
      return (await readOwn(found, (target) => readers.looksLike(target, thumbnail))) ?? false
    },
    hasWork: (fileId) => catalog.files.hasWork(catalog.files.evidence(fileId).photoId),
  }
}

/** For two photos of one camera and second. Versions of a photo, its other half and its copies are the same shot. */
function isAnotherShot(a: NearShot, b: NearShot): boolean {
  if (a.subsec !== null && b.subsec !== null && Number(`0.${a.subsec}`) !== Number(`0.${b.subsec}`)) return false
  if (isNamedAfter(a.name, b.name) || isNamedAfter(b.name, a.name)) return false
  const isSame = (one: string, other: string) => one !== '' && one === other
  if (isSame(a.contentHash, b.contentHash) || isSame(a.imageHash, b.imageHash)) return false
  return a.width === 0 || b.width === 0 || a.width * a.height === b.width * b.height
}

/** `IMG_1-edit.jpg` is named after `IMG_1.jpg`, as is `IMG_1.cr2`; `IMG_1-2.jpg` may be another frame. */
function isNamedAfter(name: string, original: string): boolean {
  const [stem, first] = [stemOf(name).toLowerCase(), stemOf(original).toLowerCase()]
  return stem === first || (stem.startsWith(first) && /^[^\d]*[a-z][^\d]*$/.test(stem.slice(first.length)))
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
