import { compareCaptures, compareHashes, isStrongKey, sameFacts } from './compare.ts'
import type { Evidence, FileLook, KnownLook } from './identity-types.ts'
import type { OpenFiles } from './open-files.ts'
import { pairUp, type Pair } from './pair-up.ts'

type Likeness<Known, Found> = Pair<Known, Found> & { isChanged: boolean }

/**
 * The same picture at another place: moved to another volume, or copied and the original deleted. Files whose root is
 * away are passed over: what looks like them is a copy until they are back.
 */
export async function matchByContent<Known extends KnownLook, Found extends FileLook>(
  open: OpenFiles<Known, Found>,
  evidence: Evidence,
  isSettled: boolean,
): Promise<void> {
  matchPairs(open, findSameLooks(open))
  matchPairs(open, await findSamePictures(open, evidence, isSettled), true)
}

function matchPairs<Known extends KnownLook, Found extends FileLook>(
  open: OpenFiles<Known, Found>,
  likenesses: readonly Likeness<Known, Found>[],
  isLast = false,
): void {
  const { matched, tied } = pairUp(likenesses)
  for (const { known, found, isChanged } of matched) open.match(known, found, isChanged)
  if (isLast) for (const { known, found } of tied) open.ask(known, found, 'equal-copies')
}

/** Name, size and time are enough; nothing is read. */
function findSameLooks<Known extends KnownLook, Found extends FileLook>(
  open: OpenFiles<Known, Found>,
): Likeness<Known, Found>[] {
  const byLook = Map.groupBy(candidatesOf(open), ({ bytes, name }) => `${bytes} ${name}`)
  return open.found.flatMap((found) =>
    (byLook.get(`${found.bytes} ${found.name}`) ?? [])
      .filter((known) => sameFacts(known, found) && !open.areApart(known, found))
      .map((known) => ({ known, found, isChanged: false })),
  )
}

/** Files as large as a known one are read where nothing speaks against it. */
async function findSamePictures<Known extends KnownLook, Found extends FileLook>(
  open: OpenFiles<Known, Found>,
  evidence: Evidence,
  isSettled: boolean,
): Promise<Likeness<Known, Found>[]> {
  const candidates = candidatesOf(open).filter(({ fileKey }) => isSettled || !isStrongKey(fileKey))
  const bySize = Map.groupBy(candidates, ({ bytes }) => bytes)
  const likenesses: Likeness<Known, Found>[] = []
  for (const found of open.found) {
    for (const known of bySize.get(found.bytes) ?? []) {
      if (open.areApart(known, found)) continue
      const isChanged = await comparePictures(known, found, evidence)
      if (isChanged !== null) likenesses.push({ known, found, isChanged })
    }
  }
  return likenesses
}

const candidatesOf = <Known extends KnownLook, Found extends FileLook>(open: OpenFiles<Known, Found>): Known[] =>
  open.known.filter((known) => !known.isAway)

/** Whether the bytes are others, or null where the pictures are not known to be one. */
async function comparePictures(known: KnownLook, found: FileLook, evidence: Evidence): Promise<boolean | null> {
  const capture = compareCaptures(evidence.captureOfKnown(known.fileId), await evidence.captureOf(found))
  if (capture === 'other') return null
  const versions = evidence.hashesOfKnown(known.fileId).filter((each) => each.contentHash + each.imageHash !== '')
  if (versions.length === 0) return capture === 'alike' && known.name === found.name ? !sameFacts(known, found) : null
  const hashes = compareHashes(versions, await evidence.hashesOf(found))
  return hashes === 'identical' || hashes === 'same' ? hashes !== 'identical' : null
}
