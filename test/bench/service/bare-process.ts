// The bare engine for the benchmark of the service: operations in a separate process, without HTTP, queue, pool or
// answers to transfer.
import { openNames } from '../../../src-main/analysis/vocabulary/names.ts'
import { openModels } from '../../../src-main/analysis/models/registry/registry.ts'
import { openOperations } from '../../../src-main/analysis/operations/operations.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { photoOf, type BenchPhotos } from './photos.ts'
import { visitOf } from './visits.ts'

export type BareStart = { modelsDir: string; photos: BenchPhotos }

const { modelsDir, photos } = JSON.parse(process.argv[2]!) as BareStart
const models = openModels({ resourcesDir, modelsDir })
const operations = openOperations({ resourcesDir, modelsDir, models, names: openNames(resourcesDir) })({})

/**
 * Does all operations of a visit on one picture that is decoded once, as a client with an upload may expect of the
 * service.
 */
process.on('message', (at: number) => {
  const visit = visitOf(at)
  const path = photoOf(visit, photos)
  const calls = visit.asks.flatMap((ask) => ask.calls)
  if (calls.length === 0) return void process.send?.(at)
  void operations.answer({ path, pictureId: path, calls }).then((answers) => {
    const bad = answers.find((answer) => !answer.ok)
    if (bad) throw new Error(`${path}: ${JSON.stringify(bad)}`)
    process.send?.(at)
  })
})
