import { inEnglish } from '../../../../src-main/contract/sentences/write-text.ts'
import { existsSync, readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ShownFace } from '../../../../src-main/contract/library/people.ts'
import { range, refs, useFaceLibrary } from '../face-library.ts'

const faces = useFaceLibrary(...range(0, 0, 6), ...range(1, 0, 4), '2-0')
const { draw, found, groups, library, analyseAll, nameGroup, path, people, restart, settle, suggestions, turnOn } =
  faces
const namesOf = (some: readonly ShownFace[]) => some.map(({ photo }) => photo.name.split('-')[0])

test(
  'nothing is recognised until the person wants it; then faces are grouped, and switching off deletes the groups',
  { tags: 'night' },
  async () => {
    expect(await people().state()).toMatchObject({ isOn: false, hasModel: true, faces: 0, toAnalyse: 0 })
    expect([await groups(), existsSync(path('library', 'faces.db'))]).toEqual([[], false])
    await turnOn()
    expect(await people().state()).toMatchObject({ isOn: true, faces: 11, toAnalyse: 0, toGroup: 0 })
    expect((await groups()).map(({ faces, some }) => [faces, ...new Set(namesOf(some))])).toEqual([
      [6, '0'],
      [4, '1'],
      [1, '2'],
    ])
    await nameGroup(0, 'Anna')
    await people().setOn({ isOn: false })
    expect(readdirSync(path('library')).filter((name) => name.startsWith('faces'))).toEqual([])
    expect(await groups()).toEqual([])
    expect(await found('person:anna')).toBe(6)
    await turnOn()
    expect((await groups()).map(({ faces }) => faces)).toEqual([4, 1])
  },
)

test(
  'faces in new photos are suggested, never named automatically; no is remembered, and all can be undone',
  { tags: 'night' },
  async () => {
    await turnOn()
    await nameGroup(0, 'Anna')
    await draw(...range(0, 6, 9))
    await analyseAll()
    const asked = await suggestions()
    expect(asked.map(({ name, face }) => [name, face.photo.name[0]])).toEqual(Array(3).fill(['Anna', '0']))
    expect(await found('person:anna')).toBe(6)
    expect((await groups()).map(({ faces }) => faces)).toEqual([4, 1])
    await people().name({ faces: refs([asked[0]!.face]), name: 'anna' })
    await people().refuse({ faces: refs([asked[1]!.face]), name: 'Anna' })
    await settle()
    expect(await found('person:anna')).toBe(7)
    expect((await suggestions()).map(({ face }) => face.photoId)).toEqual([asked[2]!.face.photoId])
    await library().history.undo({})
    await settle()
    expect(await suggestions()).toHaveLength(2)
    await library().history.redo({})
    await settle()
    expect(await suggestions()).toHaveLength(1)
    expect((await library().history.list({ limit: 3 })).map(({ sentence }) => inEnglish(sentence))).toEqual([
      'Marked 1 face as not “Anna”',
      'Named 1 face “Anna”',
      'Named 6 faces “Anna”',
    ])
  },
)

test('a person marked never to be suggested is not, until that is undone', { tags: 'night' }, async () => {
  await turnOn()
  await nameGroup(0, 'Anna')
  await draw(...range(0, 6, 9))
  await analyseAll()
  await people().set({ name: 'Anna', neverSuggest: true })
  await settle()
  expect(await suggestions()).toEqual([])
  expect((await groups()).map(({ faces }) => faces)).toEqual([4, 3, 1])
  await library().history.undo({})
  await settle()
  expect(await suggestions()).toHaveLength(3)
})

test('people can be merged, renamed and split, and faces ignored', { tags: 'night' }, async () => {
  await turnOn()
  await nameGroup(0, 'Anna')
  await nameGroup(1, 'Ben')
  await people().merge({ names: ['Ben'], into: 'Anna' })
  expect((await people().list()).map(({ name, faces }) => [name, faces])).toEqual([['Anna', 10]])
  const { faces } = await people().faces({ of: { of: 'person', name: 'Anna' } })
  const wrong = faces.filter(({ photo }) => photo.name.startsWith('1-'))
  await people().name({ faces: refs(wrong), name: 'Bernd' })
  await people().rename({ name: 'Anna', next: 'Anne' })
  expect((await people().list()).map(({ name, faces: count }) => [name, count])).toEqual([
    ['Anne', 6],
    ['Bernd', 4],
  ])
  await people().release({ faces: refs(wrong), name: 'Bernd' })
  await settle()
  expect((await people().list()).map(({ name }) => name)).toEqual(['Anne'])
  const [group] = await groups()
  expect([group?.faces, (await suggestions()).length]).toEqual([4, 0])
  await people().ignoreGroup({ id: group!.id })
  await settle()
  expect((await groups()).map(({ faces: count }) => count)).toEqual([1])
  const alone = await people().faces({ of: { of: 'ignored' } })
  expect(alone.total).toBe(4)
  await people().ignore({ faces: refs(alone.faces), isIgnored: false })
  await settle()
  expect((await groups()).map(({ faces: count }) => count)).toEqual([4, 1])
  for (let step = 0; step < 6; step++) await library().history.undo({})
  expect((await people().list()).map(({ name, faces: count }) => [name, count])).toEqual([
    ['Anna', 6],
    ['Ben', 4],
  ])
})

test('faces on hidden photos are never listed and cannot be named', async () => {
  await turnOn()
  await nameGroup(0, 'Anna')
  const [hidden] = (await people().faces({ of: { of: 'person', name: 'Anna' } })).faces
  await library().photos.setPrivate({ ids: [hidden!.photoId], isPrivate: true })
  await people().set({ name: 'Anna', isPrivate: false })
  await library().privacy.setClientMode({ isOn: true })
  expect((await people().list())[0]).toMatchObject({ name: 'Anna', faces: 5 })
  expect((await people().faces({ of: { of: 'person', name: 'Anna' } })).total).toBe(5)
  await expect(people().name({ faces: refs([hidden!]), name: 'Ben' })).rejects.toThrow('There is no photo with the id')
  await library().privacy.setClientMode({ isOn: false })
  await people().set({ name: 'Anna', isPrivate: true })
  await library().privacy.setClientMode({ isOn: true })
  expect(await people().list()).toEqual([])
})

test(
  "a private person's name is not suggested while photos are hidden, neither in the list nor on a photo",
  { tags: 'night' },
  async () => {
    await turnOn()
    await nameGroup(0, 'Anna')
    await draw('0-6')
    await analyseAll()
    await people().set({ name: 'Anna', isPrivate: true })
    const [asked] = await suggestions()
    const names = async () => {
      const { people: onPhoto } = await library().photos.get({ id: asked!.face.photoId })
      return [(await suggestions()).map(({ name }) => name), onPhoto.map(({ suggestion }) => suggestion?.name)]
    }
    expect(await names()).toEqual([['Anna'], ['Anna']])
    await library().privacy.setClientMode({ isOn: true })
    expect(await names()).toEqual([[], [undefined]])
  },
)

test(
  'names follow a photo out of the library and back, and groups are found again after a restart',
  { tags: 'night' },
  async () => {
    await turnOn()
    await nameGroup(0, 'Anna')
    const { id } = (await library().folders.list())[0]!
    await library().folders.remove({ id })
    expect(await people().list()).toEqual([])
    await library().history.undo({})
    expect((await people().list())[0]).toMatchObject({ name: 'Anna', faces: 6 })
    await restart()
    expect((await groups()).map(({ faces }) => faces)).toEqual([4, 1])
    await draw(...range(0, 6, 8))
    await analyseAll()
    expect((await suggestions()).map(({ name }) => name)).toEqual(['Anna', 'Anna'])
  },
)
