import { compareCaptures, compareHashes, haveOneKey, isStrongKey, sameFacts } from './compare.ts'
import { type Group, groupFiles } from './group-files.ts'
import { groupPictures } from './group-pictures.ts'
import type { Evidence, FileLook, KnownLook } from './identity-types.ts'
import { KnownPictures, type Picture } from './known-pictures.ts'
import type { OpenFiles } from './open-files.ts'
import { pairUp } from './pair-up.ts'
import type { Pair } from './pairing.ts'
import type { Pauses } from './pauses.ts'

type Likeness<Known, Found> = Pair<Known, Found> & { isChanged: boolean }

/**
 * The same picture at another place: moved to another volume, or copied and the original deleted. Files whose root is
 * away are passed over: what looks like them is a copy until they are back.
 */
export async function matchByContent<Known extends KnownLook, Found extends FileLook>(
  open: OpenFiles<Known, Found>,
  evidence: Evidence,
  { isSettled, pauses }: { isSettled: boolean; pauses: Pauses },
): Promise<void> {
  await matchSameLooks(open, pauses)
  const candidates = candidatesOf(open).filter(({ fileKey }) => isSettled || !isStrongKey(fileKey))
  const bySize = Map.groupBy(candidates, ({ bytes }) => bytes)
  for (const [bytes, found] of Map.groupBy(open.found, (file) => file.bytes)) {
    const known = bySize.get(bytes)
    if (known !== undefined) await matchSamePictures(open, { known, found }, { evidence, pauses })
  }
}

const candidatesOf = <Known extends KnownLook, Found extends FileLook>(open: OpenFiles<Known, Found>): Known[] =>
  open.known.filter((known) => !known.isAway)

/**
 * Name, size and time are enough; nothing is read. Where they are those of one file, its content was compared already.
 */
async function matchSameLooks<Known extends KnownLook, Found extends FileLook>(
  open: OpenFiles<Known, Found>,
  pauses: Pauses,
): Promise<void> {
  const groups = groupFiles(candidatesOf(open), open.found, ({ bytes, name }: FileLook) => `${bytes} ${name}`)
  const compare = (known: Known, found: Found) =>
    sameFacts(known, found) && !haveOneKey(known, found) && !open.areApart(known, found)
      ? { known, found, isChanged: false }
      : null
  match(open, await pairUp(groups, compare, pauses))
}

/** Files as large as a known one are read where nothing speaks against it. */
async function matchSamePictures<Known extends KnownLook, Found extends FileLook>(
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

function match<Known extends KnownLook, Found extends FileLook>(
  open: OpenFiles<Known, Found>,
  { matched }: { matched: readonly Likeness<Known, Found>[] },
): void {
  for (const { known, found, isChanged } of matched) open.match(known, found, isChanged)
}

/** Whether the bytes are others, or null where the pictures are not known to be one. */
function comparePictures(
  known: KnownLook,
  found: FileLook,
  [was, is]: [was: Picture | undefined, is: Picture | undefined],
  isFileFound: boolean,
): boolean | null {
  if (was?.capture === undefined || was.capture === null || is === undefined) return null
  const capture = compareCaptures(was.capture, is.capture)
  if (capture === 'other') return null
  // Whose own file was found is no other file by its name alone.
  if (was.hashes.length === 0 && isFileFound) return null
  if (was.hashes.length === 0) return capture === 'alike' && known.name === found.name ? !sameFacts(known, found) : null
  const hashes = compareHashes(was.hashes, is.hashes[0] ?? null)
  return hashes === 'identical' || hashes === 'same' ? hashes !== 'identical' : null
}
