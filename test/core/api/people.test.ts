import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DescribedFace, Findings } from '../../../src-main/analysis/photo/findings.ts'
import type { FaceRef, ShownFace } from '../../../src-main/contract/library/people.ts'
import { createCore, type Core } from '../../../src-main/core/core.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../../fixtures/folders.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { foundFace, SIZE } from '../catalog/people/people.ts'
import { createFakeEngine } from '../core/fake-engine.ts'
import { drawFaces } from '../people/drawn-faces.ts'

/** Six people with twelve faces each; `2-5.jpg` shows the sixth face of the third. */
const drawn = drawFaces({ people: 6, each: 12, strangers: 0, seed: 11 })
const vectorsOf = (person: number) => drawn.vectors.filter((_, at) => drawn.people[at] === person)

let dir: string
let core: Core
let seed = 0

/** Real pictures, on each a face whose vector the file's name tells. */
function createFaceEngine() {
  const engine = createFakeEngine()
  const analyse = engine.analyse.bind(engine)
  const { info } = engine
  engine.info = () => {
    const { tasks, ...rest } = info()
    return { ...rest, tasks: [...tasks, { task: 'face-identity', modelId: 'drawn', note: '' }] }
  }
  engine.analyse = async (request) => {
    const outcome = await analyse(request)
    const [, person, number] = /(\d+)-(\d+)\.jpg$/.exec(request.path) ?? []
    if (!outcome.ok || person === undefined) return outcome
    const face = foundFace(400, 100)
    const box = { x: 0.4, y: 0.2, width: 0.1, height: 0.2 }
    const described: DescribedFace = { box, side: 100, vector: vectorsOf(Number(person))[Number(number)]! }
    const faceVectors = { modelId: 'drawn', faces: [described] }
    const faces: Findings = { ...outcome.findings, ...SIZE, faces: [face] }
    return { ...outcome, findings: request.steps.includes('face-vectors') ? { ...faces, faceVectors } : faces }
  }
  return engine
}

async function open(): Promise<void> {
  const quiet = () => undefined
  core = await createCore(
    {
      libraryDir: join(dir, 'library'),
      resourcesDir,
      modelsDir: join(dir, 'models'),
      log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      owner: 'test',
      watch: false,
      hasWindows: true,
    },
    { createLocal: createFaceEngine },
  )
}

const draw = (...names: string[]) =>
  Promise.all(names.map((name) => drawPhoto(join(dir, 'photos', `${name}.jpg`), { seed: ++seed, width: 200 })))
const range = (person: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${person}-${from + at}`)
async function look(): Promise<void> {
  await core.hostCalls.addFolder({ path: join(dir, 'photos') })
  await core.library.folders.rescan({})
  await core.hostCalls.waitUntilIdle()
}
const people = () => core.library.people
const refs = (faces: readonly ShownFace[]): FaceRef[] => faces.map(({ photoId, key }) => ({ photoId, key }))
const namesOf = (faces: readonly ShownFace[]) => faces.map(({ photo }) => photo.name.split('-')[0])
const groups = async () => (await people().groups({})).groups
const suggestions = async () => (await people().suggestions({})).faces
const found = async (text: string) => (await core.library.photos.list({ filter: { text } })).total
/** The group of a person's faces gets a name. */
async function nameGroup(person: number, name: string): Promise<void> {
  const group = (await groups()).find(({ some }) => some[0]?.photo.name.startsWith(`${person}-`))
  await people().nameGroup({ id: group!.id, name })
  await core.hostCalls.waitUntilIdle()
}

beforeEach(async () => {
  dir = makeTempFolder('people')
  await draw(...range(0, 0, 6), ...range(1, 0, 4), '2-0')
  await open()
  await look()
})
afterEach(async () => {
  await core.close()
  removeFolder(dir)
})

test('nothing is recognised until the person wants it; then faces are grouped, and off forgets them', async () => {
  expect(await people().state()).toMatchObject({ isOn: false, hasModel: true, faces: 0, toAnalyse: 0 })
  expect([await groups(), existsSync(join(dir, 'library', 'faces.db'))]).toEqual([[], false])
  await people().setOn({ isOn: true })
  await core.hostCalls.waitUntilIdle()
  expect(await people().state()).toMatchObject({ isOn: true, faces: 11, toAnalyse: 0, toGroup: 0 })
  expect((await groups()).map(({ faces, some }) => [faces, ...new Set(namesOf(some))])).toEqual([
    [6, '0'],
    [4, '1'],
    [1, '2'],
  ])
  await nameGroup(0, 'Anna')
  await people().setOn({ isOn: false })
  expect(readdirSync(join(dir, 'library')).filter((name) => name.startsWith('faces'))).toEqual([])
  expect(await groups()).toEqual([])
  expect(await found('person:anna')).toBe(6)
  await people().setOn({ isOn: true })
  await core.hostCalls.waitUntilIdle()
  expect((await groups()).map(({ faces }) => faces)).toEqual([4, 1])
})

test('faces of new photos are suggested, never named by themselves; no is remembered, and all is undone', async () => {
  await people().setOn({ isOn: true })
  await core.hostCalls.waitUntilIdle()
  await nameGroup(0, 'Anna')
  await draw(...range(0, 6, 9))
  await look()
  const asked = await suggestions()
  expect(asked.map(({ name, face }) => [name, face.photo.name[0]])).toEqual(Array(3).fill(['Anna', '0']))
  expect(await found('person:anna')).toBe(6)
  expect((await groups()).map(({ faces }) => faces)).toEqual([4, 1])
  await people().name({ faces: refs([asked[0]!.face]), name: 'anna' })
  await people().refuse({ faces: refs([asked[1]!.face]), name: 'Anna' })
  await core.hostCalls.waitUntilIdle()
  expect(await found('person:anna')).toBe(7)
  expect((await suggestions()).map(({ face }) => face.photoId)).toEqual([asked[2]!.face.photoId])
  await core.library.history.undo({})
  await core.hostCalls.waitUntilIdle()
  expect(await suggestions()).toHaveLength(2)
  await core.library.history.redo({})
  await core.hostCalls.waitUntilIdle()
  expect(await suggestions()).toHaveLength(1)
  expect((await core.library.history.list({ limit: 3 })).map(({ sentence }) => sentence)).toEqual([
    'Said that 1 face is not “Anna”',
    'Named 1 face “Anna”',
    'Named 6 faces “Anna”',
  ])
})

test('who is never to be suggested is not, and is again once that is taken back', async () => {
  await people().setOn({ isOn: true })
  await core.hostCalls.waitUntilIdle()
  await nameGroup(0, 'Anna')
  await draw(...range(0, 6, 9))
  await look()
  await people().set({ name: 'Anna', neverSuggest: true })
  await core.hostCalls.waitUntilIdle()
  expect(await suggestions()).toEqual([])
  expect((await groups()).map(({ faces }) => faces)).toEqual([4, 3, 1])
  await core.library.history.undo({})
  await core.hostCalls.waitUntilIdle()
  expect(await suggestions()).toHaveLength(3)
})

test('people are merged, renamed and split, and faces left alone', async () => {
  await people().setOn({ isOn: true })
  await core.hostCalls.waitUntilIdle()
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
  await core.hostCalls.waitUntilIdle()
  expect((await people().list()).map(({ name }) => name)).toEqual(['Anne'])
  const [group] = await groups()
  expect([group?.faces, (await suggestions()).length]).toEqual([4, 0])
  await people().ignoreGroup({ id: group!.id })
  await core.hostCalls.waitUntilIdle()
  expect((await groups()).map(({ faces: count }) => count)).toEqual([1])
  const alone = await people().faces({ of: { of: 'ignored' } })
  expect(alone.total).toBe(4)
  await people().ignore({ faces: refs(alone.faces), isIgnored: false })
  await core.hostCalls.waitUntilIdle()
  expect((await groups()).map(({ faces: count }) => count)).toEqual([4, 1])
  for (let step = 0; step < 6; step++) await core.library.history.undo({})
  expect((await people().list()).map(({ name, faces: count }) => [name, count])).toEqual([
    ['Anna', 6],
    ['Ben', 4],
  ])
})

test('faces on hidden photos are told to nobody and cannot be named', async () => {
  await people().setOn({ isOn: true })
  await core.hostCalls.waitUntilIdle()
  await nameGroup(0, 'Anna')
  const [hidden] = (await people().faces({ of: { of: 'person', name: 'Anna' } })).faces
  await core.library.photos.setPrivate({ ids: [hidden!.photoId], isPrivate: true })
  await people().set({ name: 'Anna', isPrivate: false })
  await core.library.privacy.setClientMode({ isOn: true })
  expect((await people().list())[0]).toMatchObject({ name: 'Anna', faces: 5 })
  expect((await people().faces({ of: { of: 'person', name: 'Anna' } })).total).toBe(5)
  await expect(people().name({ faces: refs([hidden!]), name: 'Ben' })).rejects.toThrow('There is no photo with the id')
  await core.library.privacy.setClientMode({ isOn: false })
  await people().set({ name: 'Anna', isPrivate: true })
  await core.library.privacy.setClientMode({ isOn: true })
  expect(await people().list()).toEqual([])
})

test('names follow a photo out of the library and back, and what was grouped is found again after a restart', async () => {
  await people().setOn({ isOn: true })
  await core.hostCalls.waitUntilIdle()
  await nameGroup(0, 'Anna')
  const { id } = (await core.library.folders.list())[0]!
  await core.library.folders.remove({ id })
  expect(await people().list()).toEqual([])
  await core.library.history.undo({})
  expect((await people().list())[0]).toMatchObject({ name: 'Anna', faces: 6 })
  await core.close()
  await open()
  expect((await groups()).map(({ faces }) => faces)).toEqual([4, 1])
  await draw(...range(0, 6, 8))
  await look()
  expect((await suggestions()).map(({ name }) => name)).toEqual(['Anna', 'Anna'])
})
