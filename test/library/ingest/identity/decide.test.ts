import { expect, test } from 'vitest'
import { decide } from '../../../../src-main/library/ingest/identity/decide.ts'
import type { Evidence } from '../../../../src-main/library/ingest/identity/identity-types.ts'
import { evidenceOf, findOpen, remember, World, type WorldFile, type WorldKnown } from './world.ts'

/** The outcome for each known file, by its former name: its new place, `missing`, or nothing if it stayed. */
async function decideChanges(
  before: World,
  change: () => void,
  options: Parameters<typeof decide>[3] & { hasHashes?: boolean; isAway?: boolean; change?: Partial<Evidence> } = {},
) {
  const known: WorldKnown[] = remember(before).map((each) => ({ ...each, isAway: options.isAway ?? false }))
  change()
  const open = findOpen(known, before)
  const evidence = { ...evidenceOf(known, options.hasHashes), ...options.change }
  const { same, fresh, missing, questions, postponed } = await decide(open.known, open.found, evidence, options)
  const place = ({ folder, name }: { folder: string; name: string }) => `${folder}/${name}`
  return {
    moved: Object.fromEntries(same.map((match) => [place(match.known), place(match.found)])),
    changed: same.filter((match) => match.isChanged).map((match) => place(match.found)),
    fresh: fresh.map(place),
    missing: missing.map(place),
    questions: questions.map(({ known: old, found, reason }) => `${place(old)} ${place(found)} ${reason}`),
    postponed: postponed.map(({ found }) => place(found)),
    read: evidence.read.size,
  }
}

const nothing = { moved: {}, changed: [], fresh: [], missing: [], questions: [], postponed: [], read: 0 }

function worldOf(...places: string[]) {
  const world = new World()
  const files = places.map((place) => {
    const cut = place.lastIndexOf('/')
    return world.add(place.slice(0, cut), place.slice(cut + 1))
  })
  return { world, files: files as [WorldFile, WorldFile, WorldFile] }
}

test('a photo follows its file through swapped names, chains and renumberings', async () => {
  const { world, files } = worldOf('1/IMG_1.jpg', '1/IMG_2.jpg', '1/IMG_3.jpg')
  expect(await decideChanges(world, () => world.rotate(files.slice(0, 2)))).toEqual({
    ...nothing,
    moved: { '1/IMG_1.jpg': '1/IMG_2.jpg', '1/IMG_2.jpg': '1/IMG_1.jpg' },
  })
  expect(
    await decideChanges(world, () => {
      for (const file of world.files.toSorted((a, b) => (a.name < b.name ? 1 : -1)))
        world.move(file, '1', `IMG_${Number(/\d/.exec(file.name)![0]) + 1}.jpg`)
    }),
  ).toEqual({
    ...nothing,
    moved: { '1/IMG_1.jpg': '1/IMG_2.jpg', '1/IMG_2.jpg': '1/IMG_3.jpg', '1/IMG_3.jpg': '1/IMG_4.jpg' },
  })
})

test('a renumbering is recognised by content alone on a file system without keys', async () => {
  const { world } = worldOf('1/IMG_1.jpg', '1/IMG_2.jpg', '1/IMG_3.jpg')
  for (const file of world.files) file.fileKey = null
  const result = await decideChanges(world, () => {
    for (const file of world.files.toReversed())
      world.move(file, '1', `IMG_${Number(/\d/.exec(file.name)![0]) + 1}.jpg`)
  })
  expect(result.moved).toEqual({
    '1/IMG_1.jpg': '1/IMG_2.jpg',
    '1/IMG_2.jpg': '1/IMG_3.jpg',
    '1/IMG_3.jpg': '1/IMG_4.jpg',
  })
  expect(result).toMatchObject({ changed: [], fresh: [], missing: [], questions: [] })
})

test("a new picture under a deleted one's name is another photo", async () => {
  const { world, files } = worldOf('1/a.jpg')
  const result = await decideChanges(world, () => {
    world.remove(files[0])
    world.add('1', 'a.jpg')
  })
  expect(result).toMatchObject({ moved: {}, fresh: ['1/a.jpg'], missing: ['1/a.jpg'], questions: [] })
})

test('if nothing tells whether a picture was edited or replaced, a person is asked', async () => {
  const { world, files } = worldOf('1/scan.png')
  files[0].takenAt = null
  const result = await decideChanges(world, () => {
    world.remove(files[0])
    world.add('1', 'scan.png', { takenAt: null })
  })
  expect(result).toMatchObject({
    moved: {},
    fresh: ['1/scan.png'],
    missing: ['1/scan.png'],
    questions: ['1/scan.png 1/scan.png same-place'],
  })
})

test.each([true, false])(
  'an edit keeps the photo, written in place or renamed over it (in place: %s)',
  async (isInPlace) => {
    const { world, files } = worldOf('1/a.jpg')
    const result = await decideChanges(world, () => world.edit(files[0], isInPlace))
    expect(result).toEqual({ ...nothing, moved: { '1/a.jpg': '1/a.jpg' }, changed: ['1/a.jpg'] })
  },
)

test('new metadata with another capture time is an edit: the image data is the same', async () => {
  const { world, files } = worldOf('1/a.jpg')
  const result = await decideChanges(world, () => {
    world.rewrite(files[0], false)
    files[0].takenAt = '1999-01-01T00:00:00'
  })
  expect(result).toMatchObject({ moved: { '1/a.jpg': '1/a.jpg' }, changed: ['1/a.jpg'], fresh: [], read: 1 })
})

test('photos follow contents that were swapped by copying', async () => {
  for (const takenAt of [undefined, null]) {
    const { world, files } = worldOf('1/a.jpg', '1/b.jpg')
    if (takenAt === null) for (const file of files) file.takenAt = null
    const result = await decideChanges(world, () => {
      const [a, b] = files.map(({ origin, image, version, bytes, takenAt: at }) => ({
        origin,
        image,
        version,
        bytes,
        takenAt: at,
      }))
      Object.assign(files[0], b, { modifiedMs: 1_760_000_000_001 })
      Object.assign(files[1], a, { modifiedMs: 1_760_000_001_001 })
    })
    expect(result).toMatchObject({
      moved: { '1/a.jpg': '1/b.jpg', '1/b.jpg': '1/a.jpg' },
      fresh: [],
      missing: [],
      questions: [],
    })
  }
})

/** Frames of one second that replace their predecessors, as new files or by content alone. */
function slide(world: World, files: readonly WorldFile[], isInPlace: boolean): void {
  const contents = files.map((file) => ({ ...file }))
  files.forEach((file, at) => {
    const { origin, image, version, bytes, modifiedMs } = contents[at + 1] ?? contents[0]!
    Object.assign(file, { origin, image, version, bytes, modifiedMs })
    if (!isInPlace) file.fileKey = `${at}${at}:1800000000000000001`
  })
}

test.each([true, false])(
  'frames of one second follow their contents, not their paths (in place: %s)',
  async (isInPlace) => {
    const { world, files } = worldOf('1/IMG_1.jpg', '1/IMG_2.jpg', '1/IMG_3.jpg')
    for (const file of files) file.takenAt = '2024-05-01T10:00:00'
    expect(await decideChanges(world, () => slide(world, files, isInPlace))).toMatchObject({
      moved: { '1/IMG_1.jpg': '1/IMG_3.jpg', '1/IMG_2.jpg': '1/IMG_1.jpg', '1/IMG_3.jpg': '1/IMG_2.jpg' },
      changed: [],
      fresh: [],
      missing: [],
      questions: [],
    })
  },
)

test('an edited frame of one second is a question, since the next frame would look the same', async () => {
  const { world, files } = worldOf('1/IMG_1.jpg', '1/IMG_2.jpg')
  for (const file of files) file.takenAt = '2024-05-01T10:00:00'
  const edited = () => world.edit(files[0], true)
  expect(await decideChanges(world, edited)).toMatchObject({
    moved: {},
    fresh: ['1/IMG_1.jpg'],
    missing: ['1/IMG_1.jpg'],
    questions: ['1/IMG_1.jpg 1/IMG_1.jpg same-place'],
  })
  // A photo without work, or an unreadable file, risks nothing.
  for (const change of [{ hasWork: () => false }, { hashesOf: async () => null }])
    expect(await decideChanges(world, edited, { change })).toMatchObject({
      moved: { '1/IMG_1.jpg': '1/IMG_1.jpg' },
      changed: ['1/IMG_1.jpg'],
      questions: [],
    })
})

test('a replaced file is reported when the scan ends, or when that takes too long', async () => {
  const { world, files } = worldOf('1/a.jpg')
  const edited = () => world.edit(files[0], false)
  expect(await decideChanges(world, edited, { isSettled: false })).toEqual({ ...nothing, postponed: ['1/a.jpg'] })
  expect(await decideChanges(world, edited, { isSettled: false, isPatient: false })).toMatchObject({
    moved: { '1/a.jpg': '1/a.jpg' },
    postponed: [],
  })
})

test('a move to another volume that keeps the time is recognised without reading', async () => {
  const { world, files } = worldOf('1/2024/a.jpg', '1/2024/b.jpg')
  const result = await decideChanges(world, () => {
    for (const file of files) world.copy(file, '2/photos/2024', file.name, true)
    for (const file of files) world.remove(file)
  })
  expect(result).toEqual({
    ...nothing,
    moved: { '1/2024/a.jpg': '2/photos/2024/a.jpg', '1/2024/b.jpg': '2/photos/2024/b.jpg' },
  })
})

test('a move to another volume with a new name and time is recognised by content', async () => {
  const { world, files } = worldOf('1/a.jpg')
  const result = await decideChanges(world, () => {
    world.copy(files[0], '2', 'z.jpg', false)
    world.remove(files[0])
  })
  expect(result).toEqual({ ...nothing, moved: { '1/a.jpg': '2/z.jpg' }, read: 1 })
})

test('two equal copies that both moved are distinguished by name, then by folder', async () => {
  const { world, files } = worldOf('1/x/a.jpg', '1/y/b.jpg')
  Object.assign(files[1], { ...files[0], name: 'a.jpg', folder: '1/y', fileKey: files[1].fileKey, origin: 2 })
  const result = await decideChanges(world, () => {
    for (const folder of ['y', 'x']) world.copy(world.at(`1/${folder}`, 'a.jpg')!, `2/b/${folder}`, 'a.jpg', true)
    for (const folder of ['x', 'y']) world.remove(world.at(`1/${folder}`, 'a.jpg')!)
  })
  expect(result.moved).toEqual({ '1/x/a.jpg': '2/b/x/a.jpg', '1/y/a.jpg': '2/b/y/a.jpg' })
})

test('equal copies that nothing distinguishes become questions', async () => {
  const { world, files } = worldOf('1/x/a.jpg', '1/y/b.jpg')
  Object.assign(files[1], { ...files[0], name: 'b.jpg', folder: '1/y', fileKey: files[1].fileKey, origin: 2 })
  const result = await decideChanges(world, () => {
    for (const name of ['c.jpg', 'd.jpg']) world.copy(files[0], '2', name, true)
    for (const file of files) world.remove(file)
  })
  expect(result.moved).toEqual({})
  expect(result.questions).toHaveLength(4)
  expect([result.fresh.length, result.missing.length]).toEqual([2, 2])
})

test('swapped files of equal size and time are distinguished by key, or by content if keys are new', async () => {
  for (const hasKeys of [true, false]) {
    const { world, files } = worldOf('1/a.jpg', '1/b.jpg')
    Object.assign(files[1], { bytes: files[0].bytes, modifiedMs: files[0].modifiedMs })
    const result = await decideChanges(world, () => {
      world.rotate(files)
      if (!hasKeys) files.forEach((file, at) => (file.fileKey = `${at}:77`))
    })
    expect(result).toMatchObject({ moved: { '1/a.jpg': '1/b.jpg', '1/b.jpg': '1/a.jpg' }, changed: [], questions: [] })
  }
})

test('a volume that renumbers its files changes nothing, and nothing is read', async () => {
  const { world, files } = worldOf('1/a.jpg', '1/b.jpg')
  const result = await decideChanges(world, () => files.forEach((file, at) => (file.fileKey = `${at}:77`)))
  expect(result).toEqual({ ...nothing, moved: { '1/a.jpg': '1/a.jpg', '1/b.jpg': '1/b.jpg' } })
})

test('for an offline root only keys count: a file that looks the same is a copy', async () => {
  const { world, files } = worldOf('1/a.jpg', '1/b.jpg')
  const result = await decideChanges(
    world,
    () => {
      world.copy(files[0], '2', 'a.jpg', true)
      world.remove(files[0])
      world.move(files[1], '2', 'b.jpg')
    },
    { isAway: true },
  )
  expect(result).toEqual({ ...nothing, moved: { '1/b.jpg': '2/b.jpg' }, fresh: ['2/a.jpg'] })
})

test('a weak key at another path with another size is not evidence', async () => {
  const { world, files } = worldOf('1/a.jpg')
  files[0].fileKey = '5:1700000000010000000'
  const result = await decideChanges(world, () => {
    world.remove(files[0])
    world.add('1', 'z.jpg', { fileKey: '5:1700000000010000000', takenAt: null })
  })
  expect(result).toMatchObject({ moved: {}, fresh: ['1/z.jpg'], missing: ['1/a.jpg'] })
})

test('of several files that were at a path, the edit belongs to the one with the same shot', async () => {
  const { world, files } = worldOf('1/a.jpg', '1/b.jpg')
  const [gone, edited] = files
  const known = remember(world)
  known.find(({ name }) => name === 'b.jpg')!.name = 'a.jpg'
  world.remove(gone)
  world.move(edited, '1', 'a.jpg')
  world.edit(edited, false)
  const { same, fresh, missing, questions } = await decide(known, world.files, evidenceOf(known))
  expect(same.map((match) => [match.known.fileId, match.found.name])).toEqual([[known[1]!.fileId, 'a.jpg']])
  expect([fresh, questions, missing.map(({ fileId }) => fileId)]).toEqual([[], [], [known[0]!.fileId]])
})
