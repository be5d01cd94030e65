/** The place and stats of a file that was not opened. `folder` begins with the root, so that it names one place. */
export type ListedFile = {
  folder: string
  name: string
  bytes: number
  modifiedMs: number
  /** When the file or its attributes last changed (ctime); null if unknown. */
  changedMs?: number | null
  /** Inode and time of birth, or null if the file system has neither. */
  fileKey: string | null
}

/** A known file that is not at its place: nothing, or another file, is there. */
export type KnownListing = ListedFile & {
  fileId: number
  /** Its root cannot be reached, so it may be at its place. */
  isAway: boolean
  /** Other known files have its size and time, so that these prove nothing. */
  isOneOfMany?: boolean
}

/** When and with which camera a picture was taken; null if a file has no such metadata. */
export type Capture = {
  takenAt: string | null
  /** Digits after the full second. */
  subsec: string | null
  camera: string | null
  cameraSerial: string | null
}

/** Hashes of a file's bytes and of its image data alone; empty if unknown. */
export type Hashes = { contentHash: string; imageHash: string }

/** Evidence about files beyond their stats. Found files are read only on request; null if one cannot be read. */
export type Evidence = {
  captureOfKnown(fileId: number): Capture
  /** The hashes of the file's last analysis, then those of earlier versions. */
  hashesOfKnown(fileId: number): readonly Hashes[]
  captureOf(found: ListedFile): Promise<Capture | null>
  hashesOf(found: ListedFile): Promise<Hashes | null>
  /** Whether another known file is another shot of the same camera and second, so that these prove nothing. */
  isShotShared(fileId: number): boolean
  /** Whether a known file of another photo has this content or picture. */
  isKnownElsewhere(fileId: number, hashes: Hashes): boolean
  /** Whether a found file shows what the known one showed: brighter or darker, without colours, with a mark on it. */
  looksAlike(fileId: number, found: ListedFile): Promise<boolean>
  /** Whether the photo has work of a person that would be missed. */
  hasWork(fileId: number): boolean
}

/** A known file and the found file that it is. `isChanged`: its content has changed. */
export type Match<Known extends KnownListing = KnownListing, Found extends ListedFile = ListedFile> = {
  known: Known
  found: Found
  isChanged: boolean
}

/** Why only a person can decide whether a found file is a known one. */
export type QuestionReason = 'same-place' | 'equal-copies'

export type Question<Known extends KnownListing = KnownListing, Found extends ListedFile = ListedFile> = {
  known: Known
  found: Found
  reason: QuestionReason
}

/** Decisions about files of uncertain identity. */
export type Decisions<Known extends KnownListing = KnownListing, Found extends ListedFile = ListedFile> = {
  same: Match<Known, Found>[]
  /** Found files that match no known file: new photos. */
  fresh: Found[]
  /** Known files that were not found. */
  missing: Known[]
  /** The found file is in `fresh` and the known one in `missing` until they are answered. */
  questions: Question<Known, Found>[]
  /** To be decided once nothing else is being checked; these are in none of the lists above. */
  postponed: { known: Known; found: Found }[]
}
