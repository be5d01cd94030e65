import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { DescribedFace, Findings } from '../../../src-main/analysis/photo/findings.ts'
import type { FaceGroup, FaceRef, ShownFace, SuggestedFace } from '../../../src-main/contract/library/people.ts'
import { createLibrary, type OpenLibrary } from '../../../src-main/library/library.ts'
import { putEmptyLibrary } from '../../fixtures/catalog-template.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../../fixtures/folders.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { foundFace, SIZE } from './rows/people.ts'
import { createFakeEngine } from '../library/fake-engine.ts'
import { drawFaces } from './drawn-faces.ts'

/** Six people with twelve faces each; `2-5.jpg` shows the sixth face of the third. */
const drawn = drawFaces({ people: 6, each: 12, strangers: 0, seed: 11 })
const vectorsOf = (person: number) => drawn.vectors.filter((_, at) => drawn.people[at] === person)

/** How the analysis finds faces at present, and on which photos it finds none. */
type Finding = { version: number; none: ReadonlySet<string> }

/** Real pictures, each with a face whose vector follows from the file's name. */
function createFaceEngine(finding: Finding) {
  const engine = createFakeEngine()
  const { steps } = engine
  const isOfFaces = (name: string) => name === 'faces' || name === 'face-vectors'
  engine.steps = () =>
    steps().map((step) => (isOfFaces(step.name) ? { ...step, fingerprint: `${finding.version}` } : step))
  const analyse = engine.analyse.bind(engine)
  const { info } = engine
  engine.info = () => {
    const { tasks, ...rest } = info()
    return { ...rest, tasks: [...tasks, { task: 'face-identity', modelId: 'drawn', note: null }] }
  }
  engine.analyse = async (request) => {
    const outcome = await analyse(request)
    const [, person, number] = /(\d+)-(\d+)\.jpg$/.exec(request.path) ?? []
    if (!outcome.ok || person === undefined) return outcome
    if (finding.none.has(`${person}-${number}`)) {
      const none = { ...outcome.findings, ...SIZE, faceVectors: { modelId: 'drawn', faces: [] } }
      return { ...outcome, findings: none }
    }
    const face = foundFace(400, 100)
    const box = { x: 0.4, y: 0.2, width: 0.1, height: 0.2 }
    const described: DescribedFace = { box, side: 100, vector: vectorsOf(Number(person))[Number(number)]! }
    const faceVectors = { modelId: 'drawn', faces: [described] }
    const faces: Findings = { ...outcome.findings, ...SIZE, faces: [face] }
    return { ...outcome, findings: request.steps.includes('face-vectors') ? { ...faces, faceVectors } : faces }
  }
  return engine
}

const openTestLibrary = (dir: string, finding: Finding): Promise<OpenLibrary> => {
  putEmptyLibrary(join(dir, 'library'))
  const quiet = () => undefined
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const paths = { libraryDir: join(dir, 'library'), resourcesDir, modelsDir: join(dir, 'models') }
  const options = { ...paths, log, owner: 'test', watch: false, hasWindows: true }
  return createLibrary(options, { createLocal: () => createFaceEngine(finding) })
}

/** Names of files with a person's faces. */
export const range = (person: number, from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `${person}-${from + at}`)

export const refs = (faces: readonly ShownFace[]): FaceRef[] => faces.map(({ photoId, key }) => ({ photoId, key }))

type Library = OpenLibrary['calls']

export type FaceLibrary = {
  library: () => Library
  people: () => Library['people']
  path: (...parts: string[]) => string
  /** Draws photos with these names, and scans them. */
  draw: (...names: string[]) => Promise<unknown>
  analyseAll: () => Promise<void>
  settle: () => Promise<unknown>
  /** Waits until people are recognised and all faces grouped. */
  turnOn: () => Promise<void>
  restart: () => Promise<void>
  /** Opens the library with another analysis: it finds no face on these photos, and on the others the same. */
  findAgain: (...none: string[]) => Promise<void>
  groups: () => Promise<FaceGroup[]>
  suggestions: () => Promise<SuggestedFace[]>
  facesOf: (name: string) => Promise<ShownFace[]>
  /** People with their numbers of faces. */
  counts: () => Promise<[name: string, faces: number][]>
  found: (text: string) => Promise<number>
  /** Names the group of a person's faces. */
  nameGroup: (person: number, name: string) => Promise<void>
}

/** A library with photos of these names, in a separate folder for each test of a file. */
export function useFaceLibrary(...photos: string[]): FaceLibrary {
  let dir = ''
  let library: OpenLibrary
  let seed = 0
  let finding: Finding
  const draw = (...names: string[]) =>
    Promise.all(names.map((name) => drawPhoto(join(dir, 'photos', `${name}.jpg`), { seed: ++seed, width: 200 })))
  const settle = () => library.hostCalls.waitUntilIdle()
  const analyseAll = async (): Promise<void> => {
    await library.hostCalls.addFolder({ path: join(dir, 'photos') })
    await library.calls.folders.rescan({})
    await settle()
  }
  const restart = async (): Promise<void> => {
    await library.close()
    library = await openTestLibrary(dir, finding)
  }
  const people = () => library.calls.people
  const groups = async () => (await people().groups({})).groups
  beforeEach(async () => {
    dir = makeTempFolder('people')
    await draw(...photos)
    finding = { version: 1, none: new Set() }
    library = await openTestLibrary(dir, finding)
    await analyseAll()
  })
  afterEach(async () => {
    await library.close()
    removeFolder(dir)
  })
  return {
    library: () => library.calls,
    path: (...parts: string[]) => join(dir, ...parts),
    people,
    groups,
    draw,
    analyseAll,
    settle,
    turnOn: async (): Promise<void> => {
      await people().setOn({ isOn: true })
      await settle()
    },
    restart,
    findAgain: async (...none: string[]): Promise<void> => {
      finding = { version: finding.version + 1, none: new Set(none) }
      await restart()
      await settle()
    },
    suggestions: async () => (await people().suggestions({})).faces,
    facesOf: async (name: string) => (await people().faces({ of: { of: 'person', name } })).faces,
    counts: async () => (await people().list()).map(({ name, faces }): [string, number] => [name, faces]),
    found: async (text: string) => (await library.calls.photos.list({ filter: { text } })).total,
    nameGroup: async (person: number, name: string): Promise<void> => {
      const group = (await groups()).find(({ some }) => some[0]?.photo.name.startsWith(`${person}-`))
      await people().nameGroup({ id: group!.id, name })
      await settle()
    },
  }
}
