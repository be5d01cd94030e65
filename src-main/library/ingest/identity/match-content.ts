import { compareCaptures, compareHashes, isStrongKey, sameSizeAndTime } from './compare.ts'
import { type Group, groupFiles } from './group-files.ts'
import type { Evidence, ListedFile, KnownListing, Capture, Hashes } from './identity-types.ts'
import type { OpenFiles } from './open-files.ts'
import { pairUp, type Pair } from './pair-up.ts'
import type { Pauses } from './pauses.ts'

type Likeness<Known, Found> = Pair<Known, Found> & { isChanged: boolean }

/**
 * The same picture at another place: moved to another volume, or copied and the original deleted. Files whose root is
 * away are skipped: similar files are copies until they are back.
 */
export async function matchByContent<Known extends KnownListing, Found extends ListedFile>(
  open: OpenFiles<Known, Found>,
  evidence: Evidence,
  { isSettled, pauses }: { isSettled: boolean; pauses: Pauses },
): Promise<void> {
  await matchSameListings(open, pauses)
  const candidates = candidatesOf(open).filter(({ fileKey }) => isSettled || !isStrongKey(fileKey))
  const bySize = Map.groupBy(candidates, ({ bytes }) => bytes)
  for (const [bytes, found] of Map.groupBy(open.found, (file) => file.bytes)) {
    const known = bySize.get(bytes)
    if (known !== undefined) await matchSamePictures(open, { known, found }, { evidence, pauses })
  }
}

const candidatesOf = <Known extends KnownListing, Found extends ListedFile>(open: OpenFiles<Known, Found>): Known[] =>
  open.known.filter((known) => !known.isAway)

/**
 * Name, size and time are enough for a known file that was not found itself; nothing is read. If it was found, its
 * content proves more than a copy elsewhere with its former name, size and time.
 */
async function matchSameListings<Known extends KnownListing, Found extends ListedFile>(
  open: OpenFiles<Known, Found>,
  pauses: Pauses,
): Promise<void> {
  const groups = groupFiles(candidatesOf(open), open.found, ({ bytes, name }: ListedFile) => `${bytes} ${name}`)
  const compare = (known: Known, found: Found) =>
    sameSizeAndTime(known, found) && !open.isFileFound(known) && !open.areApart(known, found)
      ? { known, found, isChanged: false }
      : null
  match(open, await pairUp(groups, compare, pauses))
}

/** Files with the size of a known one are read unless something speaks against a match. */
async function matchSamePictures<Known extends KnownListing, Found extends ListedFile>(
  open: OpenFiles<Known, Found>,
  { known, found }: Group<Known, Found>,
  { evidence, pauses }: { evidence: Evidence; pauses: Pauses },
): Promise<void> {
  const pictures = new KnownPictures<Known>()
  for (const each of known) {
    await pauses.each()
    pictures.add(each, evidence)
  }
  const seen = new Map<Found, Picture>()
  for (const each of found) {
    await pauses.each()
    if (known.every((one) => open.areApart(one, each))) continue
    const capture = await evidence.captureOf(each)
    const isWorthReading = pictures.mayHold(capture, (one) => open.areApart(one, each))
    const hashes = isWorthReading ? await evidence.hashesOf(each) : null
    seen.set(each, { capture, hashes: hashes === null ? [] : [hashes] })
  }
  const compare = (one: Known, other: Found) => {
    if (open.areApart(one, other)) return null
    const isChanged = comparePictures(one, other, [pictures.pictures.get(one), seen.get(other)], open.isFileFound(one))
    return isChanged === null ? null : { known: one, found: other, isChanged }
  }
  const pairs = await pairUp(groupPictures(pictures.pictures, seen), compare, pauses)
  match(open, pairs)
  for (const pair of pairs.tied) open.ask(pair.known, pair.found, 'equal-copies')
}

function match<Known extends KnownListing, Found extends ListedFile>(
  open: OpenFiles<Known, Found>,
  { matched }: { matched: readonly Likeness<Known, Found>[] },
): void {
  for (const { known, found, isChanged } of matched) open.match(known, found, isChanged)
}

/** Whether the bytes differ, or null if the pictures are not known to be the same. */
function comparePictures(
  known: KnownListing,
  found: ListedFile,
  [was, is]: [was: Picture | undefined, is: Picture | undefined],
  isFileFound: boolean,
): boolean | null {
  if (was?.capture === undefined || was.capture === null || is === undefined) return null
  const capture = compareCaptures(was.capture, is.capture)
  if (capture === 'other') return null
  // A file that was found is not another one just because of its name.
  if (was.hashes.length === 0 && isFileFound) return null
  if (was.hashes.length === 0)
    return capture === 'alike' && known.name === found.name ? !sameSizeAndTime(known, found) : null
  const hashes = compareHashes(was.hashes, is.hashes[0] ?? null)
  return hashes === 'identical' || hashes === 'same' ? hashes !== 'identical' : null
}

type Entry = { file: ListedFile; picture: Picture }

/**
 * Groups of known and found files that may share pictures: a hash, or the name if a known file's content is unknown,
 * links one to another. No two files of different groups have the same picture.
 */
function groupPictures<Known extends ListedFile, Found extends ListedFile>(
  known: ReadonlyMap<Known, Picture>,
  found: ReadonlyMap<Found, Picture>,
): Group<Known, Found>[] {
  const joined = joinAlike([...entriesOf(known), ...entriesOf(found)], unreadNames(known))
  return groupFiles(known.keys(), found.keys(), (file: ListedFile) => joined.firstOf(file))
}

const entriesOf = (pictures: ReadonlyMap<ListedFile, Picture>): Entry[] =>
  [...pictures].map(([file, picture]) => ({ file, picture }))

const unreadNames = (known: ReadonlyMap<ListedFile, Picture>): Set<string> =>
  new Set([...known].flatMap(([{ name }, { hashes }]) => (hashes.length === 0 ? [name] : [])))

function joinAlike(entries: readonly Entry[], unread: ReadonlySet<string>): Joined<ListedFile> {
  const byKey = new Map<string, Entry[]>()
  for (const entry of entries)
    for (const key of keysOf(entry, unread)) {
      const alike = byKey.get(key)
      if (alike === undefined) byKey.set(key, [entry])
      else alike.push(entry)
    }
  const joined = new Joined<ListedFile>()
  for (const alike of byKey.values())
    for (const [first, ...others] of splitByTime(alike))
      for (const other of others) if (first !== undefined) joined.join(first.file, other.file)
  return joined
}

function keysOf({ file, picture: { hashes } }: Entry, unread: ReadonlySet<string>): Set<string> {
  const keys = new Set(unread.has(file.name) ? [`name ${file.name}`] : [])
  for (const { contentHash, imageHash } of hashes) {
    if (contentHash !== '') keys.add(`content ${contentHash}`)
    if (imageHash !== '') keys.add(`image ${imageHash}`)
  }
  return keys
}

/** Pictures of one content, each known to be a separate shot, as with the lens cap on. */
const splitByTime = (alike: readonly Entry[]): Entry[][] =>
  alike.every(({ picture }) => isClear(picture.capture))
    ? [...Map.groupBy(alike, ({ picture }) => picture.capture?.takenAt).values()]
    : [[...alike]]

/** Groups of things that are joined, directly or through others. */
class Joined<T> {
  readonly #next = new Map<T, T>()

  /** The same representative for all joined things. */
  firstOf(thing: T): T {
    let first = thing
    for (let next = this.#next.get(first); next !== undefined; next = this.#next.get(first)) first = next
    // Path compression.
    for (let at = thing; at !== first;) {
      const next = this.#next.get(at) ?? first
      this.#next.set(at, first)
      at = next
    }
    return first
  }

  join(a: T, b: T): void {
    const [first, other] = [this.firstOf(a), this.firstOf(b)]
    if (first !== other) this.#next.set(other, first)
  }
}

/** What identifies a file's picture; no hashes if its content is unknown, or was not read. */
type Picture = { capture: Capture | null; hashes: readonly Hashes[] }

type Clear = Capture & { takenAt: string; camera: string }

/** Known files of one size with their pictures; each is queried once. */
class KnownPictures<Known extends KnownListing> {
  readonly #pictures = new Map<Known, Picture & { capture: Capture }>()
  /** Those with known content, by capture. */
  readonly #shots = new Map<string, Known[]>()
  /** Those without a capture time or camera. */
  readonly #vague: Known[] = []

  get pictures(): ReadonlyMap<Known, Picture> {
    return this.#pictures
  }

  add(known: Known, evidence: Evidence): void {
    const capture = evidence.captureOfKnown(known.fileId)
    const hashes = evidence.hashesOfKnown(known.fileId).filter((each) => each.contentHash + each.imageHash !== '')
    this.#pictures.set(known, { capture, hashes })
    if (hashes.length === 0) return
    const shots = isClear(capture) ? this.#shots.get(capture.takenAt) : this.#vague
    if (shots !== undefined) shots.push(known)
    else if (isClear(capture)) this.#shots.set(capture.takenAt, [known])
  }

  /** Whether a file may have the content of one of these according to captures; some are already ruled out. */
  mayHold(capture: Capture | null, isRuledOut: (known: Known) => boolean): boolean {
    const isPossible = (known: Known) => {
      const own = this.#pictures.get(known)?.capture
      return own !== undefined && compareCaptures(own, capture) !== 'other' && !isRuledOut(known)
    }
    if (this.#vague.some(isPossible)) return true
    if (isClear(capture)) return (this.#shots.get(capture.takenAt) ?? []).some(isPossible)
    for (const shots of this.#shots.values()) if (shots.some(isPossible)) return true
    return false
  }
}

/** Two of these with different times are two shots. */
const isClear = (capture: Capture | null): capture is Clear =>
  capture !== null && capture.takenAt !== null && capture.camera !== null
