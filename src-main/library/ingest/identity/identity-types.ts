/**
 * Where a file lies and how it looks without being opened. `folder` begins with the root, so that it names one place.
 */
export type ListedFile = {
  folder: string
  name: string
  bytes: number
  modifiedMs: number
  /** When the file or what the system keeps of it last changed (ctime); null where nobody knows. */
  changedMs?: number | null
  /** Inode and time of birth, or null where the file system has neither. */
  fileKey: string | null
}

/** A known file that is not at home: nothing, or another file, lies where it was recorded. */
export type KnownListing = ListedFile & {
  fileId: number
  /** Its root cannot be reached, so that nobody knows whether it is at home. */
  isAway: boolean
  /** Other known files have its size and time, so that these say nothing. */
  isOneOfMany?: boolean
}

/** When and with which camera a picture was taken; null where a file does not say. */
export type Capture = {
  takenAt: string | null
  /** Digits after the full second. */
  subsec: string | null
  camera: string | null
  cameraSerial: string | null
}

/** Hashes of a file's bytes and of its image data alone; empty where they are not known. */
export type Hashes = { contentHash: string; imageHash: string }

/**
 * What files are compared by beyond their looks. Found files are read when, and only when, they are asked about; null
 * where
 * one cannot be read.
 */
export type Evidence = {
  captureOfKnown(fileId: number): Capture
  /** The hashes of the file as it was last analysed, then those of earlier versions. */
  hashesOfKnown(fileId: number): readonly Hashes[]
  captureOf(found: ListedFile): Promise<Capture | null>
  hashesOf(found: ListedFile): Promise<Hashes | null>
  /** Whether another known file is another shot of the same camera and second, so that these tell nothing. */
  isShotShared(fileId: number): boolean
  /** Whether a known file of another photo holds this content or picture. */
  isKnownElsewhere(fileId: number, hashes: Hashes): boolean
  /** Whether a found file shows what the known one showed: brighter or darker, without colours, with a mark on it. */
  looksAlike(fileId: number, found: ListedFile): Promise<boolean>
  /** Whether a person did anything to the photo that would be missed. */
  hasWork(fileId: number): boolean
}

/** A known file and the found file that it is. `isChanged` says that its content is another. */
export type Match<Known extends KnownListing = KnownListing, Found extends ListedFile = ListedFile> = {
  known: Known
  found: Found
  isChanged: boolean
}

/** Why only a person can say whether a found file is a known one. */
export type QuestionReason = 'same-place' | 'equal-copies'

export type Question<Known extends KnownListing = KnownListing, Found extends ListedFile = ListedFile> = {
  known: Known
  found: Found
  reason: QuestionReason
}

/** What became of files whose identity was in doubt. */
export type Decisions<Known extends KnownListing = KnownListing, Found extends ListedFile = ListedFile> = {
  same: Match<Known, Found>[]
  /** Found files that are no known file: new photos. */
  fresh: Found[]
  /** Known files that were not found. */
  missing: Known[]
  /** The found file is among `fresh` and the known one among `missing` until they are answered. */
  questions: Question<Known, Found>[]
  /** To be decided once nothing else is looked at; these are in none of the lists above. */
  postponed: { known: Known; found: Found }[]
}
