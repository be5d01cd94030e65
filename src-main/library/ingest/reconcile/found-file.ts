import type { BigIntStats } from 'node:fs'
import type { FileInfo, KnownFile } from '../../catalog/catalog.ts'
import type { ListedFile } from '../identity/identity-types.ts'

/**
 * A photo file as found on disk; `folder` is relative to the root, `''` for the root itself, with `/` between names.
 */
export type FoundFile = ListedFile & { device: string }

/** A folder that a walk enters. */
export type EnteredFolder = { folder: string; key: string | null }

/** A sidecar as found on disk. */
export type FoundSidecar = { folder: string; name: string; modifiedMs: number }

/** Part of a walk. */
export type WalkBatch = {
  /** Folders whose files begin here. */
  entered: EnteredFolder[]
  files: FoundFile[]
  /** All sidecars of the folders in `left`. */
  sidecars: FoundSidecar[]
  /** Folders whose last files are in this batch, or were in an earlier one. */
  left: string[]
  /** Folders and files that could not be read: known files there are not missing. */
  unreadable: string[]
  /** Names that are not valid UTF-8. */
  unusable: string[]
  /** Links that are not followed. */
  outside: string[]
}

export const emptyBatch = (): WalkBatch => ({
  entered: [],
  files: [],
  sidecars: [],
  left: [],
  unreadable: [],
  unusable: [],
  outside: [],
})

/**
 * Identity of a file or folder across renames: inode and time of birth. Without a time of birth, inodes are reused too
 * soon to identify anything.
 */
export function fileKeyOf(facts: BigIntStats): string | null {
  return facts.ino === 0n || facts.birthtimeNs === 0n ? null : `${facts.ino}:${facts.birthtimeNs}`
}

/** A photo file with its stats. */
export function foundFileOf(folder: string, name: string, facts: BigIntStats): FoundFile {
  return {
    folder,
    name,
    bytes: Number(facts.size),
    modifiedMs: Math.floor(Number(facts.mtimeNs) / 1e6),
    changedMs: Number(facts.ctimeNs / 1_000_000n),
    fileKey: fileKeyOf(facts),
    device: String(facts.dev),
  }
}

/** A found file of one root among those of several. */
export type PlacedFile = FoundFile & { rootId: number; relative: string }

/** Prefixes the folder with the root, so that places of different roots differ. */
export const placeFile = (rootId: number, file: FoundFile): PlacedFile => ({
  ...file,
  rootId,
  relative: file.folder,
  folder: folderName(rootId, file.folder),
})

/** A folder's name, unique among all roots. */
export const folderName = (rootId: number, relative: string): string =>
  relative === '' ? String(rootId) : `${rootId}/${relative}`

/** The catalogue's record of a found file in a folder with this id. */
export const fileInfoOf = (folderId: number, file: FoundFile): FileInfo => {
  const { name, bytes, modifiedMs, changedMs, fileKey, device } = file
  return { folderId, name, bytes, modifiedMs, changedMs, fileKey, device }
}

/** A known file as it was last seen. */
export const listingOf = ({ name, bytes, modifiedMs, changedMs, fileKey }: KnownFile): ListedFile => ({
  folder: '',
  name,
  bytes,
  modifiedMs,
  changedMs,
  fileKey,
})
