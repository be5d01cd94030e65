// The bare engine for the benchmark: operations in a separate process, without queue, pool or answers to transfer.
import { openNames } from '../../src-main/analysis/vocabulary/names.ts'
import type { OperationsRequest } from '../../src-main/analysis/operations/calls.ts'
import { openModels } from '../../src-main/analysis/models/registry/registry.ts'
import { openOperations } from '../../src-main/analysis/operations/operations.ts'
import { resourcesDir } from '../fixtures/folders.ts'

const IN_FLIGHT = 2
const folders = { resourcesDir, modelsDir: process.argv[2]! }
const operations = openOperations({ ...folders, models: openModels(folders), names: openNames(resourcesDir) })({})

/** Answers the requests and reports it; the first message warms up. */
process.on('message', (requests: OperationsRequest[]) => {
  const waiting = [...requests]
  const take = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const answers = await operations.answer(next)
      if (answers.some((answer) => !answer.ok)) throw new Error(`${next.path}: ${JSON.stringify(answers)}`)
    }
  }
  void Promise.all(Array.from({ length: IN_FLIGHT }, take)).then(() => process.send?.('done'))
})
