import { join } from 'node:path'
import type { OpenLibrary, LibraryOptions } from '../../../src-main/library/library.ts'
import { createClusters, upTo } from '../../fixtures/clusters.ts'
import { drawPhoto } from '../../fixtures/pictures.ts'
import { createFakeEngine, type FakeEngine } from '../library/fake-engine.ts'
import { makeLibrary, openTestLibrary } from '../library/open-test-library.ts'

const { member } = createClusters()

/** Real pictures whose embedding tells which of four subjects they show: `2-17.jpg` is a photo of subject 2. */
export function createSubjectEngine(model: () => string = () => 'model-a'): FakeEngine {
  const engine = createFakeEngine()
  const analyse = engine.analyse.bind(engine)
  engine.info = () => ({ name: 'fake', tasks: [{ task: 'embedding', modelId: model(), note: null }], isComplete: true })
  engine.analyse = async (request) => {
    const outcome = await analyse(request)
    const [, subject, number] = /(\d+)-(\d+)\.jpg$/.exec(request.path) ?? []
    if (!outcome.ok || subject === undefined) return outcome
    const embedding = { modelId: model(), vector: member(Number(subject), Number(number)) }
    return { ...outcome, findings: { ...outcome.findings, embedding } }
  }
  return engine
}

/** Draws the photo `subject-number.jpg`. */
export const drawSubject = (photosDir: string, subject: number, number: number): Promise<string> =>
  drawPhoto(join(photosDir, `${subject}-${number}.jpg`), { seed: number + 1, width: 64 })

/** A library with this many analysed photos of four subjects in turn; `open` opens it again. */
export async function openSubjects(count = 32, options: Partial<LibraryOptions> = {}) {
  const { libraryDir, photosDir } = makeLibrary()
  for (const n of upTo(count)) await drawSubject(photosDir, n % 4, n)
  const open = async (): Promise<OpenLibrary> =>
    (await openTestLibrary(libraryDir, { engine: createSubjectEngine(), hasWindows: true, ...options })).library
  const library = await open()
  await library.hostCalls.addFolder({ path: photosDir })
  await library.hostCalls.waitUntilIdle()
  return { libraryDir, photosDir, library, open }
}

/** Names of the photos of one subject. */
export async function idsOfSubject({ calls }: OpenLibrary, subject: number): Promise<number[]> {
  const { tiles } = await calls.photos.list({ sort: { by: 'name', order: 'asc' }, limit: 500 })
  return tiles.filter(({ name }) => name.startsWith(`${subject}-`)).map(({ id }) => id)
}

/** Photos with waiting suggestions of a classifier, in id order. */
export async function waitingPhotos({ calls }: OpenLibrary, id: string): Promise<number[]> {
  const { suggestions } = await calls.classifiers.suggestions({ id, limit: 500 })
  return suggestions.map(({ photo }) => photo.id).toSorted((a, b) => a - b)
}
