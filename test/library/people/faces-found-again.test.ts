import { expect, test } from 'vitest'
import type { ShownFace } from '../../../src-main/contract/library/people.ts'
import { range, refs, useFaceLibrary } from './face-library.ts'

const faces = useFaceLibrary(...range(0, 0, 4), ...range(1, 0, 4))
const { analyseAll, counts, draw, facesOf, findAgain, found, groups, library, nameGroup, people, settle } = faces
const namesOf = (some: readonly ShownFace[]) => some.map(({ photo }) => photo.name).toSorted()
const ignored = async () => namesOf((await people().faces({ of: { of: 'ignored' } })).faces)
const asked = async () => namesOf((await faces.suggestions()).map(({ face }) => face))

test('a face that is no longer found leaves groups and suggestions; what a person said of it stays', async () => {
  await faces.turnOn()
  await nameGroup(0, 'Anna')
  const [stranger] = (await groups())[0]!.some.filter(({ photo }) => photo.name === '1-0.jpg')
  await people().ignore({ faces: refs([stranger!]), isIgnored: true })
  await draw(...range(0, 4, 6))
  await analyseAll()
  expect([await asked(), (await groups()).map((group) => group.faces)]).toEqual([['0-4.jpg', '0-5.jpg'], [3]])
  const kept = async () => [await counts(), await found('person:anna'), namesOf(await facesOf('Anna')), await ignored()]
  const before = await kept()
  expect(before.slice(0, 2)).toEqual([[['Anna', 4]], 4])

  await findAgain('0-0', '0-4', '1-0', '1-1')
  expect(await kept()).toEqual(before)
  expect([await asked(), (await groups()).map((group) => group.faces)]).toEqual([['0-5.jpg'], [2]])
  await library().history.undo({})
  await settle()
  expect(await ignored()).toEqual([])
  await library().history.redo({})

  await findAgain()
  expect(await kept()).toEqual(before)
  expect([await asked(), (await groups()).map((group) => group.faces)]).toEqual([['0-4.jpg', '0-5.jpg'], [3]])
})

test('a person of whom no face is found any more keeps their name and photos', async () => {
  await faces.turnOn()
  await nameGroup(0, 'Anna')
  await findAgain(...range(0, 0, 4), ...range(1, 0, 4))
  expect([await counts(), await found('person:anna'), (await groups()).length]).toEqual([[['Anna', 4]], 4, 0])
  await people().rename({ name: 'Anna', next: 'Anne' })
  expect(await counts()).toEqual([['Anne', 4]])
})
