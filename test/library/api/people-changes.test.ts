import { inEnglish } from '../../../src-main/contract/sentences/write-text.ts'
import { expect, test } from 'vitest'
import { range, refs, useFaceLibrary } from '../people/face-library.ts'

const faces = useFaceLibrary(...range(0, 0, 6), ...range(1, 0, 4), '2-0')
const {
  counts,
  draw,
  facesOf,
  found,
  groups,
  library,
  analyseAll,
  nameGroup,
  people,
  restart,
  settle,
  suggestions,
  turnOn,
} = faces

test('a merge is undone and redone, and suggestions follow', { tags: 'night' }, async () => {
  await turnOn()
  await nameGroup(0, 'Anna')
  await nameGroup(1, 'Ben')
  await people().merge({ names: ['Ben'], into: 'Anna' })
  await settle()
  await draw('1-4')
  await analyseAll()
  expect(await counts()).toEqual([['Anna', 10]])
  await library().history.undo({})
  await settle()
  expect(await counts()).toEqual([
    ['Anna', 6],
    ['Ben', 4],
  ])
  expect((await suggestions()).map(({ name }) => name)).toEqual(['Ben'])
  await library().history.redo({})
  expect(await counts()).toEqual([['Anna', 10]])
})

test('photos of a private person stay private after a merge, until it is undone', { tags: 'night' }, async () => {
  await turnOn()
  await nameGroup(0, 'Anna')
  await nameGroup(1, 'Ben')
  await people().set({ name: 'Ben', isPrivate: true, neverSuggest: true })
  await people().merge({ names: ['Ben'], into: 'Anna' })
  expect(await people().list()).toMatchObject([{ name: 'Anna', isPrivate: true, neverSuggest: true }])
  expect(await found('is:private')).toBe(10)
  await library().history.undo({})
  expect(await people().list()).toMatchObject([
    { name: 'Anna', isPrivate: false, neverSuggest: false },
    { name: 'Ben', isPrivate: true, neverSuggest: true },
  ])
  expect(await found('is:private')).toBe(4)
})

test(
  'a new name is one change, keeps the chosen details of a person, and is undone in one step',
  { tags: 'night' },
  async () => {
    await turnOn()
    await nameGroup(0, 'Anna')
    await people().set({ name: 'Anna', isPrivate: true })
    await people().rename({ name: 'Anna', next: 'Anne' })
    expect(await people().list()).toMatchObject([{ name: 'Anne', faces: 6, isPrivate: true }])
    const [newest, before] = await library().history.list({ limit: 2 })
    expect([inEnglish(newest?.sentence), before?.kind]).toEqual(['Renamed the person “Anna” to “Anne”', 'person'])
    await library().history.undo({})
    expect(await people().list()).toMatchObject([{ name: 'Anna', faces: 6, isPrivate: true }])
  },
)

test("taking another person's name merges the two; a change of capitals only respells the name", async () => {
  await turnOn()
  await nameGroup(0, 'Anna')
  await nameGroup(1, 'Ben')
  await people().rename({ name: 'ben', next: 'BEN' })
  expect(await counts()).toEqual([
    ['Anna', 6],
    ['BEN', 4],
  ])
  await people().rename({ name: 'Ben', next: ' anna ' })
  expect(await counts()).toEqual([['Anna', 10]])
  await library().history.undo({})
  await library().history.undo({})
  expect(await counts()).toEqual([
    ['Anna', 6],
    ['Ben', 4],
  ])
})

test(
  'a person with no faces left disappears from lists and completion; undo brings them back',
  { tags: 'night' },
  async () => {
    await turnOn()
    await nameGroup(1, 'Ben')
    await people().release({ faces: refs(await facesOf('Ben')), name: 'Ben' })
    await settle()
    expect([await counts(), await found('person:ben')]).toEqual([[], 0])
    expect(await library().search.complete({ text: 'be', field: 'person' })).toEqual([])
    expect((await groups()).map(({ faces: count }) => count)).toEqual([6, 4, 1])
    await library().history.undo({})
    expect(await counts()).toEqual([['Ben', 4]])
  },
)

test('long names and right-to-left names are kept unchanged', { tags: 'night' }, async () => {
  await turnOn()
  const long = 'Maximiliane '.repeat(8).trim()
  await nameGroup(0, long)
  await nameGroup(1, 'نور الهدى')
  expect(await counts()).toEqual([
    [long, 6],
    ['نور الهدى', 4],
  ])
  expect([await found(`person="${long}"`), await found('person="نور الهدى"')]).toEqual([6, 4])
  await expect(people().rename({ name: 'نور الهدى', next: 'x'.repeat(101) })).rejects.toThrow()
})

test(
  'a person who is never suggested is in no list, whatever the vector file contains',
  { tags: 'night' },
  async () => {
    await turnOn()
    await nameGroup(0, 'Anna')
    await draw(...range(0, 6, 9))
    await analyseAll()
    expect((await people().list())[0]).toMatchObject({ suggestions: 3 })
    await people().set({ name: 'Anna', neverSuggest: true })
    expect([await suggestions(), (await people().list())[0]?.suggestions]).toEqual([[], 0])
  },
)

test('suggestions interrupted by a stop are made at the next start', { tags: 'night' }, async () => {
  await draw(...range(0, 6, 9))
  await analyseAll()
  await turnOn()
  const [first] = (await groups())[0]!.some
  await people().name({ faces: refs([first!]), name: 'Anna' })
  await restart()
  await settle()
  expect(await suggestions()).toHaveLength(8)
})

test(
  'removing a person leaves their faces unnamed and no longer private, until an undo',
  { tags: 'night' },
  async () => {
    await turnOn()
    await nameGroup(0, 'Anna')
    await nameGroup(1, 'Ben')
    await people().set({ name: 'Anna', isPrivate: true, neverSuggest: true })
    const before = await people().list()
    const { sentence } = await people().remove({ name: 'anna' })
    expect(inEnglish(sentence)).toBe('Removed the person “Anna”: 6 faces')
    await settle()
    expect(await counts()).toEqual([['Ben', 4]])
    expect(await found('is:private')).toBe(0)
    expect((await groups()).map((group) => group.faces).toSorted()).toContain(6)
    await nameGroup(0, 'Anna')
    expect(await people().list()).toMatchObject([
      { name: 'Anna', isPrivate: false, neverSuggest: false },
      { name: 'Ben' },
    ])
    await library().history.undo({})
    await library().history.undo({})
    await settle()
    expect(await people().list()).toEqual(before)
    expect(await found('is:private')).toBe(6)
    await library().history.redo({})
    expect(await counts()).toEqual([['Ben', 4]])
    await expect(people().remove({ name: 'Carl' })).rejects.toMatchObject({ code: 'bad-params' })
  },
)
