import { compareCaptures, compareHashes, isStrongKey, isUntouched, sameFacts, samePlace } from './compare.ts'
import type { Decisions, Evidence, FileLook, KnownLook } from './identity-types.ts'
import { matchByContent } from './match-content.ts'
import { OpenFiles } from './open-files.ts'
import { Pauses } from './pauses.ts'

/**
 * Decides for the whole batch of a scan which found file is which known file. The known ones are those that are not at
 * home and that one of the found files may be. In this order: the file's key, what lies unchanged at its place,
 * content, and last an edit that took the place. What stays ambiguous becomes a question, and never a match. Without
 * `isSettled` other places are still to be looked at, where a file that has a key may be found. Gives the thread back
 * now and then.
 */
export async function decide<Known extends KnownLook, Found extends FileLook>(
  known: readonly Known[],
  found: readonly Found[],
  evidence: Evidence,
  isSettled = true,
): Promise<Decisions<Known, Found>> {
  const open = new OpenFiles(known, found)
  const pauses = new Pauses()
  await matchByKeyAtPlace(open, evidence, pauses)
  await matchByKey(open, evidence, pauses)
  await matchByPlace(open, evidence, pauses)
  await matchByContent(open, evidence, { isSettled, pauses })
  await matchEdits(open, evidence, pauses)
  return open.decisions()
}

/** The same file at its place: written into, unless what can be read says that it is another picture. */
async function matchByKeyAtPlace<Known extends KnownLook, Found extends FileLook>(
  open: OpenFiles<Known, Found>,
  evidence: Evidence,
  pauses: Pauses,
): Promise<void> {
  const sizes = new Set(open.known.map(({ bytes }) => bytes))
  for (const found of open.found) {
    await pauses.each()
    const known = open.withKeyOf(found).find((each) => samePlace(each, found))
    if (known === undefined) continue
    const hasRival = sizes.has(found.bytes) && known.bytes !== found.bytes
    if (isUntouched(known, found)) open.match(known, found, false)
    else if (await mayBeSame(known, found, hasRival, evidence)) open.match(known, found, true)
    else open.tellApart(known, found)
  }
}

/**
 * `hasRival`: the found file is as large as another file that is not at home, whose content may have been copied here.
 */
async function mayBeSame(known: KnownLook, found: FileLook, hasRival: boolean, evidence: Evidence): Promise<boolean> {
  const capture = await captureVerdict(known, found, evidence)
  if (capture === 'alike' || (capture === 'unknown' && !hasRival)) return true
  return (await hashVerdict(known, found, evidence)) !== 'other'
}

/** The same file at another place, perhaps written into since. */
async function matchByKey<Known extends KnownLook, Found extends FileLook>(
  open: OpenFiles<Known, Found>,
  evidence: Evidence,
  pauses: Pauses,
): Promise<void> {
  for (const found of open.found) {
    await pauses.each()
    const candidates = open.withKeyOf(found).filter((each) => !samePlace(each, found))
    const known = candidates.find((each) => each.name === found.name) ?? candidates[0]
    if (known === undefined) continue
    if (isUntouched(known, found)) {
      if (!known.isAway || isStrongKey(found.fileKey)) open.match(known, found, false)
    } else if (!known.isAway && (await isKeyRight(known, found, evidence))) open.match(known, found, true)
  }
}

/** A weak key with another size or time elsewhere is no evidence by itself. */
async function isKeyRight(known: KnownLook, found: FileLook, evidence: Evidence): Promise<boolean> {
  const capture = await captureVerdict(known, found, evidence)
  if (capture === 'alike' || (capture === 'unknown' && isStrongKey(found.fileKey))) return true
  const hashes = await hashVerdict(known, found, evidence)
  return hashes === 'identical' || hashes === 'same'
}

/** A file of the same name, size and time is the same, copied back or on a volume that numbers its files anew. */
async function matchByPlace<Known extends KnownLook, Found extends FileLook>(
  open: OpenFiles<Known, Found>,
  evidence: Evidence,
  pauses: Pauses,
): Promise<void> {
  const isOneOfMany = findLookalikes(open)
  for (const found of open.found) {
    await pauses.each()
    const known = open.atPlaceOf(found).find((each) => sameFacts(each, found))
    if (known === undefined) continue
    const isClear = known.isOneOfMany !== true && !isOneOfMany(found)
    if (isClear || (await hashVerdict(known, found, evidence)) !== 'other') open.match(known, found, false)
    else open.tellApart(known, found)
  }
}

/** Whether several of the open files have the size and time of this one. */
function findLookalikes<Known extends KnownLook, Found extends FileLook>(open: OpenFiles<Known, Found>) {
  const factsOf = ({ bytes, modifiedMs }: FileLook) => `${bytes} ${modifiedMs}`
  const known = Map.groupBy(open.known, factsOf)
  const found = Map.groupBy(open.found, factsOf)
  return (file: FileLook) => (known.get(factsOf(file))?.length ?? 0) > 1 || (found.get(factsOf(file))?.length ?? 0) > 1
}

/**
 * Another file took the place: an edit of one that lay there, where the evidence says so, else a new photo; a person
 * is asked where nothing says.
 */
async function matchEdits<Known extends KnownLook, Found extends FileLook>(
  open: OpenFiles<Known, Found>,
  evidence: Evidence,
  pauses: Pauses,
): Promise<void> {
  for (const found of open.found) {
    await pauses.each()
    const unclear: Known[] = []
    for (const known of open.atPlaceOf(found)) {
      if (known.isAway || open.areApart(known, found)) continue
      const capture = await captureVerdict(known, found, evidence)
      const hashes = capture === 'alike' ? 'unknown' : await hashVerdict(known, found, evidence)
      if (capture === 'alike' || hashes === 'same' || hashes === 'identical') {
        open.match(known, found, hashes !== 'identical')
        unclear.length = 0
        break
      }
      if (capture === 'unknown') unclear.push(known)
    }
    for (const known of unclear) open.ask(known, found, 'same-place')
  }
}

const captureVerdict = async ({ fileId }: KnownLook, found: FileLook, evidence: Evidence) =>
  compareCaptures(evidence.captureOfKnown(fileId), await evidence.captureOf(found))

async function hashVerdict({ fileId }: KnownLook, found: FileLook, evidence: Evidence) {
  const versions = evidence.hashesOfKnown(fileId).filter(({ contentHash, imageHash }) => contentHash + imageHash !== '')
  return versions.length === 0 ? 'unknown' : compareHashes(versions, await evidence.hashesOf(found))
}
