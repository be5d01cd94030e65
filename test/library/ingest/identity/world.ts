import type { Evidence, ListedFile, KnownListing } from '../../../../src-main/library/ingest/identity/identity-types.ts'

/** A file of a simulated disk: its stats, the picture it shows, and which file it originally was. */
export type WorldFile = ListedFile & {
  origin: number
  /** The picture; an edit changes it. */
  image: number
  /** The complete bytes. */
  version: number
  takenAt: string | null
}

/** A simulated disk on which anything that people and programs do to files takes no time. */
export class World {
  files: WorldFile[] = []
  #next = 1

  add(folder: string, name: string, more: Partial<WorldFile> = {}): WorldFile {
    const number = this.#next++
    const file: WorldFile = {
      folder,
      name,
      bytes: 1000 + number,
      modifiedMs: 1_600_000_000_001 + number * 1000,
      fileKey: this.#key(),
      origin: number,
      image: number,
      version: number,
      takenAt: new Date(Date.UTC(2024, 4, 1, 10) + number * 1000).toISOString().slice(0, 19),
      ...more,
    }
    this.files.push(file)
    return file
  }

  at(folder: string, name: string): WorldFile | undefined {
    return this.files.find((file) => file.folder === folder && file.name === name)
  }

  remove(file: WorldFile): void {
    this.files = this.files.filter((each) => each !== file)
  }

  /** Renaming onto another file removes that one, as in real systems. */
  move(file: WorldFile, folder: string, name: string): void {
    const other = this.at(folder, name)
    if (other !== undefined && other !== file) this.remove(other)
    Object.assign(file, { folder, name })
  }

  /** The files rotate their places: the first takes the second's, and so on; the last takes the first's. */
  rotate(files: readonly WorldFile[]): void {
    const places = files.map(({ folder, name }) => ({ folder, name }))
    files.forEach((file, at) => Object.assign(file, places[(at + 1) % files.length]))
  }

  copy(file: WorldFile, folder: string, name: string, keepsTime: boolean): WorldFile {
    const other = this.at(folder, name)
    if (other !== undefined) this.remove(other)
    const modifiedMs = keepsTime ? file.modifiedMs : this.#now()
    const copy = { ...file, folder, name, fileKey: this.#key(), modifiedMs }
    this.files.push(copy)
    return copy
  }

  /** Another picture of the same shot, written into the file or saved beside it and renamed. */
  edit(file: WorldFile, isInPlace: boolean): void {
    Object.assign(file, { image: this.#next++ })
    this.rewrite(file, isInPlace)
  }

  /** New metadata with the same picture. */
  rewrite(file: WorldFile, isInPlace: boolean): void {
    const version = this.#next++
    Object.assign(file, { version, bytes: 1_000_000 + version, modifiedMs: this.#now() })
    if (!isInPlace) file.fileKey = this.#key()
  }

  #key(): string {
    return `${this.#next}:${1_700_000_000_000_000_001n + BigInt(this.#next++)}`
  }

  #now(): number {
    return 1_750_000_000_001 + this.#next++ * 1000
  }
}

export type WorldKnown = KnownListing & { file: WorldFile }

/** What a library remembers of a simulated disk. */
export const remember = (world: World): WorldKnown[] =>
  world.files.map((file, at) => ({ ...listingOf(file), fileId: at + 1, isAway: false, file: { ...file } }))

const listingOf = ({ folder, name, bytes, modifiedMs, fileKey }: ListedFile): ListedFile => ({
  folder,
  name,
  bytes,
  modifiedMs,
  fileKey,
})

/** Known and found files that a scan does not settle at once: those not unchanged at their path. */
export function findOpen(known: readonly WorldKnown[], world: World): { known: WorldKnown[]; found: WorldFile[] } {
  const isUnchanged = (file: WorldFile, each: KnownListing) =>
    each.folder === file.folder &&
    each.name === file.name &&
    each.fileKey === file.fileKey &&
    each.bytes === file.bytes &&
    each.modifiedMs === file.modifiedMs
  return {
    known: known.filter((each) => !world.files.some((file) => isUnchanged(file, each))),
    found: world.files.filter((file) => !known.some((each) => isUnchanged(file, each))),
  }
}

const CAMERA = { subsec: null, camera: 'Canon EOS 5D', cameraSerial: null }
const captureOf = ({ takenAt }: WorldFile) =>
  takenAt === null ? { ...CAMERA, takenAt, camera: null } : { takenAt, ...CAMERA }
const hashesOf = ({ image, version }: WorldFile) => ({ contentHash: `c${version}`, imageHash: `1:${image}` })

/**
 * What reading the files gives. `read` counts the found files that were read completely. Versions of one file look
 * alike, and a person worked on all of them.
 */
export function evidenceOf(known: readonly WorldKnown[], hasHashes = true): Evidence & { read: Set<ListedFile> } {
  const fileOf = (fileId: number) => known.find((each) => each.fileId === fileId)!.file
  const others = (fileId: number) => known.filter((each) => each.fileId !== fileId).map(({ file }) => file)
  const read = new Set<ListedFile>()
  return {
    read,
    captureOfKnown: (fileId) => captureOf(fileOf(fileId)),
    hashesOfKnown: (fileId) => (hasHashes ? [hashesOf(fileOf(fileId))] : []),
    captureOf: async (found) => captureOf(found as WorldFile),
    hashesOf: async (found) => {
      read.add(found)
      return hashesOf(found as WorldFile)
    },
    isShotShared: (fileId) =>
      others(fileId).some(({ takenAt, image }) => takenAt === fileOf(fileId).takenAt && image !== fileOf(fileId).image),
    isKnownElsewhere: (fileId, hashes) => others(fileId).some((file) => hashesOf(file).imageHash === hashes.imageHash),
    looksAlike: async (fileId, found) => fileOf(fileId).origin === (found as WorldFile).origin,
    hasWork: () => true,
  }
}
