import { expect, test } from 'vitest'
import { decide } from '../../../../src-main/library/ingest/identity/decide.ts'
import type {
  Capture,
  Evidence,
  ListedFile,
  Hashes,
  KnownListing,
} from '../../../../src-main/library/ingest/identity/identity-types.ts'

const COUNT = 3000
/** A found file is compared with at most a few known ones, never each with each. */
const FEW = 20

type Picture = { capture: Capture; hashes: Hashes }

const shotAt = (number: number): Capture => ({
  takenAt: new Date(Date.UTC(2024, 4, 1) + number * 1000).toISOString().slice(0, 19),
  subsec: null,
  camera: 'Canon EOS 5D',
  cameraSerial: null,
})
const noCapture: Capture = { takenAt: null, subsec: null, camera: null, cameraSerial: null }

/** Files of one size and time, whose contents `pictureOf` gives by number; counts its calls. */
function makeGroup(pictureOf: (number: number) => Picture, { hasHashes = true } = {}) {
  const file = (folder: string, name: string, key: string): ListedFile => ({
    folder,
    name,
    bytes: 5000,
    modifiedMs: 1_700_000_000_001,
    fileKey: key,
  })
  const known: KnownListing[] = Array.from({ length: COUNT }, (_, at) => ({
    ...file('1/a', `IMG_${at}.jpg`, `${at}:1700000000000000001`),
    fileId: at,
    isAway: false,
  }))
  /** Copies in another folder with other keys, each with the given name. */
  const copies = (nameOf: (number: number) => string) =>
    known.map((_, at) => file('2/b', nameOf(at), `${COUNT + at}:1800000000000000001`))
  const asked = { known: 0, found: 0, whole: 0 }
  const decideAbout = (found: readonly ListedFile[]) => {
    const numbers = new Map(found.map((each, at) => [each, at]))
    const evidence: Evidence = {
      captureOfKnown: (fileId) => (asked.known++, pictureOf(fileId).capture),
      hashesOfKnown: (fileId) => (asked.known++, hasHashes ? [pictureOf(fileId).hashes] : []),
      captureOf: async (each) => (asked.found++, pictureOf(numbers.get(each)!).capture),
      hashesOf: async (each) => (asked.whole++, pictureOf(numbers.get(each)!).hashes),
      isShotShared: () => false,
      isKnownElsewhere: () => false,
      looksAlike: async () => false,
      hasWork: () => true,
    }
    return decide(known, found, evidence)
  }
  return { known, copies, asked, decideAbout }
}

const hashesAt = (number: number): Hashes => ({ contentHash: `c${number}`, imageHash: `1:${number}` })
const renamed = (number: number) => `Holiday ${number}.jpg`

test.each([
  ['each shot has a time of its own', shotAt],
  ['nothing says when they were taken', () => noCapture],
])('thousands of files copied under other names are recognised by content: %s', async (_, captureAt) => {
  const { known, copies, asked, decideAbout } = makeGroup((at) => ({ capture: captureAt(at), hashes: hashesAt(at) }))
  const found = copies(renamed)
  const { same, questions } = await decideAbout(found)
  expect(same.map((match) => [match.known, match.found])).toEqual(known.map((each, at) => [each, found[at]]))
  expect(questions).toEqual([])
  expect(asked.known).toBeLessThan(COUNT * FEW)
  expect(asked.found).toBeLessThan(COUNT * FEW)
  expect(asked.whole).toBeLessThan(COUNT * FEW)
})

test('blank shots with equal content are distinguished by their capture time', async () => {
  const { known, copies, decideAbout } = makeGroup((at) => ({
    capture: shotAt(at),
    hashes: { contentHash: `c${at}`, imageHash: '1:black' },
  }))
  const found = copies(renamed)
  const { same } = await decideAbout(found)
  expect(same.map((match) => [match.known, match.found])).toEqual(known.map((each, at) => [each, found[at]]))
})

test('thousands of copies of one picture are recognised by name, and a person is asked about some others', async () => {
  const picture = { capture: noCapture, hashes: { contentHash: 'c', imageHash: '1:i' } }
  const { known, copies, decideAbout } = makeGroup(() => picture)
  const found = copies((at) => (at < 1000 ? `IMG_${at}.jpg` : renamed(at)))
  const { same, fresh, missing, questions } = await decideAbout(found)
  expect(same.map((match) => match.known)).toEqual(known.slice(0, 1000))
  expect([fresh.length, missing.length]).toEqual([COUNT - 1000, COUNT - 1000])
  expect(new Set(questions.map((question) => question.known))).toEqual(new Set(missing))
  expect(questions.length).toBeLessThan(COUNT * FEW)
})

test('files with unknown content are recognised by name and shot', async () => {
  const { known, copies, asked, decideAbout } = makeGroup((at) => ({ capture: shotAt(at), hashes: hashesAt(at) }), {
    hasHashes: false,
  })
  const found = copies((at) => `IMG_${at}.jpg`).map((each) => ({ ...each, modifiedMs: each.modifiedMs + 60_000 }))
  const { same } = await decideAbout(found)
  expect(same.map((match) => match.known)).toEqual(known)
  expect(asked.whole).toBe(0)
})

test('other work runs all the while', async () => {
  const { copies, decideAbout } = makeGroup((at) => ({ capture: shotAt(at), hashes: hashesAt(at) }))
  const state = { turns: 0, isDone: false }
  const count = () => {
    state.turns++
    if (!state.isDone) setImmediate(count)
  }
  setImmediate(count)
  await decideAbout(copies(renamed))
  state.isDone = true
  // Each of the thousands is checked in several rounds.
  expect(state.turns).toBeGreaterThan((COUNT / 200) * 4)
})
