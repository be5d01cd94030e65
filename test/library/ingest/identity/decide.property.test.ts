import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decide } from '../../../../src-main/library/ingest/identity/decide.ts'
import { evidenceOf, findOpen, remember, World, type WorldFile } from './world.ts'

const folders = ['1', '1/x', '1/y', '2', '2/x'] as const
const names = ['IMG_1.jpg', 'IMG_2.jpg', 'IMG_3.jpg', 'IMG_4.jpg'] as const

const place = fc.record({ folder: fc.constantFrom(...folders), name: fc.constantFrom(...names) })
const pick = fc.nat(30)
const step = fc.oneof(
  fc.record({ kind: fc.constant('move' as const), file: pick, place }),
  fc.record({ kind: fc.constant('rotate' as const), files: fc.uniqueArray(pick, { minLength: 2, maxLength: 4 }) }),
  fc.record({ kind: fc.constant('copy' as const), file: pick, place, keepsTime: fc.boolean() }),
  fc.record({ kind: fc.constant('moveToVolume' as const), file: pick, place, keepsTime: fc.boolean() }),
  fc.record({ kind: fc.constant('edit' as const), file: pick, isInPlace: fc.boolean() }),
  fc.record({ kind: fc.constant('rewrite' as const), file: pick, isInPlace: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), file: pick }),
  fc.record({ kind: fc.constant('add' as const), place }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function run(world: World, each: Step): void {
  const fileOf = (number: number): WorldFile | undefined => world.files[number % Math.max(1, world.files.length)]
  if (each.kind === 'add') {
    const other = world.at(each.place.folder, each.place.name)
    if (other !== undefined) world.remove(other)
    return void world.add(each.place.folder, each.place.name)
  }
  if (each.kind === 'rotate')
    return world.rotate([...new Set(each.files.map(fileOf))].filter((file) => file !== undefined))
  const file = fileOf(each.file)
  if (file === undefined) return
  if (each.kind === 'remove') return world.remove(file)
  if (each.kind === 'edit') return world.edit(file, each.isInPlace)
  if (each.kind === 'rewrite') return world.rewrite(file, each.isInPlace)
  const { folder, name } = each.place
  if (file.folder === folder && file.name === name) return
  if (each.kind === 'move') return world.move(file, folder, name)
  world.copy(file, folder, name, each.keepsTime)
  if (each.kind === 'moveToVolume') world.remove(file)
}

const worlds = fc.record({
  places: fc.uniqueArray(place, { maxLength: 12, selector: ({ folder, name }) => `${folder}/${name}` }),
  steps: fc.array(step, { maxLength: 12 }),
  hasHashes: fc.boolean(),
})

/** `2/x/1` is IMG_1.jpg in the folder 2/x. */
function placeAt(path: string): { folder: (typeof folders)[number]; name: (typeof names)[number] } {
  const end = path.lastIndexOf('/')
  return {
    folder: path.slice(0, end) as (typeof folders)[number],
    name: `IMG_${path.slice(end + 1)}.jpg` as (typeof names)[number],
  }
}

async function decideAfter({ places, steps, hasHashes }: Given) {
  const world = new World()
  for (const { folder, name } of places) world.add(folder, name)
  const known = remember(world)
  for (const each of steps) run(world, each)
  const open = findOpen(known, world)
  return { known, world, open, decisions: await decide(open.known, open.found, evidenceOf(known, hasHashes)) }
}

type Given = typeof worlds extends fc.Arbitrary<infer Value> ? Value : never

/** Two equal copies are a question until the second check shows that one was edited in place. */
const copiedThenEdited: Given = {
  places: [placeAt('1/4')],
  steps: [
    { kind: 'copy', file: 0, place: placeAt('1/2'), keepsTime: false },
    { kind: 'copy', file: 0, place: placeAt('1/1'), keepsTime: false },
    { kind: 'rewrite', file: 0, isInPlace: false },
  ],
  hasHashes: true,
}

/** A copy with its time kept takes the name of its original, which is then edited in place. */
const copyTakesName: Given = {
  places: ['1/y/1', '1/1', '1/y/2', '1/3', '2/x/1', '1/2', '1/x/1'].map(placeAt),
  steps: [
    { kind: 'copy', file: 1, place: placeAt('1/y/1'), keepsTime: false },
    { kind: 'copy', file: 24, place: placeAt('1/y/2'), keepsTime: true },
    { kind: 'rotate', files: [27, 12] },
    { kind: 'edit', file: 9, isInPlace: true },
  ],
  hasHashes: false,
}

/**
 * A copy replaces another photo, and its original is then edited in place and copied over a third one. Nothing
 * distinguishes this from swapped contents, so the photo follows its picture.
 */
const contentElsewhere: Given = {
  places: ['2/1', '1/1', '2/x/1', '1/y/2', '1/x/1'].map(placeAt),
  steps: [
    { kind: 'copy', file: 7, place: placeAt('1/1'), keepsTime: false },
    { kind: 'edit', file: 1, isInPlace: true },
    { kind: 'copy', file: 1, place: placeAt('1/y/2'), keepsTime: false },
  ],
  hasHashes: true,
}

/** A copy is where its original was, with its size and time; the original was edited and has the copy's place. */
const copyIsThere: Given = {
  places: ['1/1', '2/x/1', '1/4'].map(placeAt),
  steps: [
    { kind: 'copy', file: 11, place: placeAt('1/3'), keepsTime: true },
    { kind: 'rewrite', file: 30, isInPlace: true },
    { kind: 'remove', file: 0 },
    { kind: 'rotate', files: [5, 25] },
    { kind: 'copy', file: 4, place: placeAt('1/1'), keepsTime: false },
  ],
  hasHashes: false,
}

test('every file is decided about once', () =>
  fc.assert(
    fc.asyncProperty(worlds, async (given) => {
      const { open, decisions } = await decideAfter(given)
      const { same, fresh, missing, questions } = decisions
      expect(new Set([...same.map((match) => match.known), ...missing])).toEqual(new Set(open.known))
      expect(new Set([...same.map((match) => match.found), ...fresh])).toEqual(new Set(open.found))
      expect(same.length + missing.length).toBe(open.known.length)
      expect(same.length + fresh.length).toBe(open.found.length)
      for (const { known, found } of questions) {
        expect(missing).toContain(known)
        expect(fresh).toContain(found)
      }
    }),
    { numRuns: 300, examples: [[copiedThenEdited]] },
  ))

test('no photo is ever given the file of another picture', () =>
  fc.assert(
    fc.asyncProperty(worlds, async (given) => {
      const { decisions } = await decideAfter(given)
      for (const { known, found } of decisions.same) {
        const [was, is] = [(known as unknown as { file: WorldFile }).file, found as unknown as WorldFile]
        expect(is.origin).toBe(was.origin)
      }
    }),
    { numRuns: 1000 },
  ))

/** At the same path, with the same size and time. */
const isAs = (known: WorldFile, { folder, name, bytes, modifiedMs }: WorldFile): boolean =>
  folder === known.folder && name === known.name && bytes === known.bytes && modifiedMs === known.modifiedMs

// A copy was made in the same second, so its time cannot reveal a later write to a file of unknown content. A photo
// leaves a file that now shows something else only for one that shows the photo's picture. It leaves a file that was
// written only for an unchanged file at the photo's path.
test('a file that keeps its key keeps its photo at any path, unless a person is asked', () =>
  fc.assert(
    fc.asyncProperty(worlds, async (given) => {
      const { known, world, decisions } = await decideAfter(given)
      for (const each of known) {
        const now = world.files.find((file) => file.fileKey === each.fileKey)
        const match = decisions.same.find((one) => one.known.fileId === each.fileId)
        if (now !== undefined && match !== undefined) {
          const found = match.found as unknown as WorldFile
          const followsContent = given.hasHashes && now.image !== each.file.image && found.image === each.file.image
          if (!followsContent && !isAs(each.file, found)) expect(found).toBe(now)
        }
        const isAsked = decisions.questions.some((question) => question.known.fileId === each.fileId)
        if (now !== undefined && !isAsked)
          expect(decisions.missing.map(({ fileId }) => fileId)).not.toContain(each.fileId)
      }
    }),
    { numRuns: 500, examples: [[copyTakesName], [contentElsewhere], [copyIsThere]] },
  ))

test('a picture that still exists once keeps its photo, if its file or image data was kept', () =>
  fc.assert(
    fc.asyncProperty(worlds, async (given) => {
      const { known, decisions } = await decideAfter({ ...given, hasHashes: true })
      const missing = new Set(decisions.missing.map(({ fileId }) => fileId))
      for (const { file, fileId } of known.filter((each) => missing.has(each.fileId))) {
        const unclaimed = decisions.fresh.map((found) => found as unknown as WorldFile)
        // Another free file of this size with the same image data would have been chosen.
        const same = unclaimed.filter((found) => found.image === file.image && found.bytes === file.bytes)
        const asked = decisions.questions.filter((question) => question.known.fileId === fileId)
        expect(same.length === 0 || asked.length > 0).toBe(true)
      }
    }),
    { numRuns: 500 },
  ))
