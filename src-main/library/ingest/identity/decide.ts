import {
  compareCaptures,
  compareHashes,
  haveOneKey,
  isStrongKey,
  isTouched,
  isUntouched,
  sameSizeAndTime,
  samePlace,
} from './compare.ts'
import type { Capture, Decisions, Evidence, ListedFile, KnownListing } from './identity-types.ts'
import { matchByContent } from './match-content.ts'
import { OpenFiles } from './open-files.ts'
import { Pauses } from './pauses.ts'

export type DecideOptions = {
  /** Nothing else will be checked: what was not found is gone. True by default. */
  isSettled?: boolean
  /** Decisions that need a settled state are postponed until then. True by default. */
  isPatient?: boolean
}

/**
 * Decides for the whole batch of a scan which found file is which known file. The known files are missing from their
 * places and may be one of the found ones. Evidence in this order: the file's key if the file is unchanged, a file that
 * was written in place, an unchanged file at its place, content, and last an edit that replaced the file. Who wrote to
 * a place, and how, proves nothing about its file. Only compared content, a second without other shots, or a similar
 * picture make an edit. What stays ambiguous becomes a question, and never a match. Yields to other work now and then.
 */
export async function decide<Known extends KnownListing, Found extends ListedFile>(
  known: readonly Known[],
  found: readonly Found[],
  evidence: Evidence,
  { isSettled = true, isPatient = true }: DecideOptions = {},
): Promise<Decisions<Known, Found>> {
  const open = new OpenFiles(known, found)
  const pauses = new Pauses()
  const judge = new Judge(open, evidence)
  await matchByKey(open, pauses)
  const doubts = await matchWritten(open, judge, pauses)
  await matchByPlace(open, evidence, pauses)
  if (!isSettled && isPatient) await postpone(open, doubts, pauses)
  await matchByContent(open, evidence, { isSettled, pauses })
  doubts.push(...(await matchEdits(open, judge, pauses)))
  for (const { known: one, found: other, isItsFile } of doubts) {
    if (!open.isOpen(one, other)) continue
    // Without work on the photo nothing is lost: whatever was written into its file is its new content.
    if (isItsFile && !evidence.hasWork(one.fileId)) open.match(one, other, true)
    else open.ask(one, other, 'same-place')
  }
  return open.decisions()
}

/** `isItsFile`: the found file is the known one by its key, whatever its present content. */
type Doubt<Known, Found> = { known: Known; found: Found; isItsFile: boolean }

/** The same unchanged file: at its place, then elsewhere. */
async function matchByKey<Known extends KnownListing, Found extends ListedFile>(
  open: OpenFiles<Known, Found>,
  pauses: Pauses,
): Promise<void> {
  for (const found of open.found) {
    await pauses.each()
    const known = open.withKeyOf(found).find((each) => samePlace(each, found))
    if (known !== undefined && isUntouched(known, found) && !isTouched(known, found)) open.match(known, found, false)
  }
  for (const found of open.found) {
    await pauses.each()
    const known = elsewhere(open, found)
    if (known === undefined || !isUntouched(known, found)) continue
    if (!known.isAway || isStrongKey(found.fileKey)) open.match(known, found, false)
  }
}

/** The known file with the key of a found one at another place. */
function elsewhere<Known extends KnownListing, Found extends ListedFile>(open: OpenFiles<Known, Found>, found: Found) {
  const candidates = open.withKeyOf(found).filter((each) => !samePlace(each, found))
  return candidates.find((each) => each.name === found.name) ?? candidates[0]
}

/**
 * A file of the same name, size and time is the same, copied back or on a volume that assigns new keys. Contents decide
 * if several files match.
 */
async function matchByPlace<Known extends KnownListing, Found extends ListedFile>(
  open: OpenFiles<Known, Found>,
  evidence: Evidence,
  pauses: Pauses,
): Promise<void> {
  const isOneOfMany = findLookalikes(open)
  for (const found of open.found) {
    await pauses.each()
    const known = open.atPlaceOf(found).find((each) => sameSizeAndTime(each, found))
    if (known === undefined || haveOneKey(known, found)) continue
    const isClear = known.isOneOfMany !== true && !isOneOfMany(found)
    if (isClear || (await hashVerdict(known, found, evidence)) !== 'other') open.match(known, found, false)
    else open.tellApart(known, found)
  }
}

/** Whether several of the open files have the size and time of this one. */
function findLookalikes<Known extends KnownListing, Found extends ListedFile>(open: OpenFiles<Known, Found>) {
  const sizeAndTimeOf = ({ bytes, modifiedMs }: ListedFile) => `${bytes} ${modifiedMs}`
  const known = Map.groupBy(open.known, sizeAndTimeOf)
  const found = Map.groupBy(open.found, sizeAndTimeOf)
  return (file: ListedFile) =>
    (known.get(sizeAndTimeOf(file))?.length ?? 0) > 1 || (found.get(sizeAndTimeOf(file))?.length ?? 0) > 1
}

/** The same file with new content: at its place, then elsewhere. Returns those whose contents prove nothing. */
async function matchWritten<Known extends KnownListing, Found extends ListedFile>(
  open: OpenFiles<Known, Found>,
  judge: Judge<Known, Found>,
  pauses: Pauses,
): Promise<Doubt<Known, Found>[]> {
  const doubts: Doubt<Known, Found>[] = []
  const settle = async (known: Known, found: Found, isKeyClear: boolean) => {
    const verdict = await judge.of(known, found)
    if (verdict === 'identical') open.match(known, found, false)
    else if (verdict === 'edit' || (verdict === 'unread' && isKeyClear)) open.match(known, found, true)
    else if (verdict === 'other') open.tellApart(known, found)
    else if (isKeyClear) doubts.push({ known, found, isItsFile: true })
  }
  for (const found of open.found) {
    await pauses.each()
    const known = open.withKeyOf(found).find((each) => samePlace(each, found))
    if (known !== undefined) await settle(known, found, true)
  }
  for (const found of open.found) {
    await pauses.each()
    const known = elsewhere(open, found)
    if (known !== undefined && !known.isAway) await settle(known, found, isStrongKey(found.fileKey))
  }
  return doubts
}

/** Another file took a place whose own file may be somewhere not checked yet. */
async function postpone<Known extends KnownListing, Found extends ListedFile>(
  open: OpenFiles<Known, Found>,
  doubts: readonly Doubt<Known, Found>[],
  pauses: Pauses,
): Promise<void> {
  for (const { known, found } of doubts) if (open.isOpen(known, found)) open.postpone(known, found)
  for (const found of open.found) {
    await pauses.each()
    for (const known of open.atPlaceOf(found))
      if (!known.isAway && !open.areApart(known, found)) open.postpone(known, found)
  }
  open.setAside()
}

/**
 * Another file took the place: an edit of the former one if the evidence shows it, else a new photo. Returns those
 * without evidence.
 */
async function matchEdits<Known extends KnownListing, Found extends ListedFile>(
  open: OpenFiles<Known, Found>,
  judge: Judge<Known, Found>,
  pauses: Pauses,
): Promise<Doubt<Known, Found>[]> {
  const doubts: Doubt<Known, Found>[] = []
  for (const found of open.found) {
    await pauses.each()
    for (const known of open.atPlaceOf(found)) {
      if (known.isAway || haveOneKey(known, found) || open.areApart(known, found)) continue
      const verdict = await judge.of(known, found)
      if (verdict === 'identical' || verdict === 'edit') {
        open.match(known, found, verdict === 'edit')
        break
      }
      if (verdict !== 'other') doubts.push({ known, found, isItsFile: false })
    }
  }
  return doubts
}

/** The content of a found file compared with a known one; `unread` if it cannot be read, `open` without evidence. */
type Verdict = 'identical' | 'edit' | 'other' | 'open' | 'unread'

/** Compares a found file with the known one of the same key or place. */
class Judge<Known extends KnownListing, Found extends ListedFile> {
  readonly #open: OpenFiles<Known, Found>
  readonly #evidence: Evidence
  /** Found files with the key or place of a known one, by the second in which they were taken. */
  #shots: Promise<Map<string, Found[]>> | null = null

  constructor(open: OpenFiles<Known, Found>, evidence: Evidence) {
    this.#open = open
    this.#evidence = evidence
  }

  async of(known: Known, found: Found): Promise<Verdict> {
    const was = this.#evidence.captureOfKnown(known.fileId)
    const is = await this.#evidence.captureOf(found)
    const capture = compareCaptures(was, is)
    const isOneShot = capture === 'alike' && was.camera !== null && typeof is?.camera === 'string'
    const isClear = isOneShot && !(await this.#isShared(known, found, was))
    // With the same size and time it is most likely the same, and need not be analysed again.
    const isUnwritten = haveOneKey(known, found) && isUntouched(known, found)
    if (isClear && !isUnwritten) return 'edit'
    const hashes = await hashVerdict(known, found, this.#evidence)
    if (hashes === 'identical' || (hashes === 'unknown' && isUnwritten)) return 'identical'
    if (hashes === 'same' || isClear) return 'edit'
    if (capture === 'other' && (hashes === 'other' || !haveOneKey(known, found))) return 'other'
    if (hashes === 'unknown') return (await this.#evidence.hashesOf(found)) === null ? 'unread' : 'open'
    // Frames of a burst resemble each other, and another known picture is no edit of this one.
    if (isOneShot || (await this.#isKnownElsewhere(known, found))) return 'open'
    return (await this.#evidence.looksAlike(known.fileId, found)) ? 'edit' : 'open'
  }

  /** Whether something else was taken in the second of this shot, apart from copies of the known file. */
  async #isShared(known: Known, found: Found, capture: Capture): Promise<boolean> {
    if (this.#evidence.isShotShared(known.fileId)) return true
    this.#shots ??= this.#readShots()
    for (const other of (await this.#shots).get(capture.takenAt ?? '') ?? []) {
      if (other === found || isPartner(known, other)) continue
      if (compareCaptures(capture, await this.#evidence.captureOf(other)) !== 'alike') continue
      const hashes = await hashVerdict(known, other, this.#evidence)
      if (hashes !== 'identical' && hashes !== 'same') return true
    }
    return false
  }

  async #readShots(): Promise<Map<string, Found[]>> {
    const shots = new Map<string, Found[]>()
    for (const found of this.#open.found) {
      if (this.#open.withKeyOf(found).length + this.#open.atPlaceOf(found).length === 0) continue
      const takenAt = (await this.#evidence.captureOf(found))?.takenAt ?? ''
      const others = shots.get(takenAt)
      if (others === undefined) shots.set(takenAt, [found])
      else others.push(found)
    }
    return shots
  }

  async #isKnownElsewhere({ fileId }: Known, found: Found): Promise<boolean> {
    const hashes = await this.#evidence.hashesOf(found)
    return hashes !== null && this.#evidence.isKnownElsewhere(fileId, hashes)
  }
}

/** A RAW file and its picture from one press of the shutter. */
const isPartner = (a: ListedFile, b: ListedFile) => a.folder === b.folder && stemOf(a.name) === stemOf(b.name)

const stemOf = (name: string) => name.slice(0, Math.max(0, name.lastIndexOf('.')))

async function hashVerdict({ fileId }: KnownListing, found: ListedFile, evidence: Evidence) {
  const versions = evidence.hashesOfKnown(fileId).filter(({ contentHash, imageHash }) => contentHash + imageHash !== '')
  return versions.length === 0 ? 'unknown' : compareHashes(versions, await evidence.hashesOf(found))
}
