import { join } from 'node:path'
import { copyDatabase } from '../../../src-main/base/sqlite/copy-database.ts'

/** Copies a database and reports when it is in the middle; the test then kills it. */
const [folder = ''] = process.argv.slice(2)
let steps = 0
await copyDatabase(
  { from: join(folder, 'birds.db'), to: join(folder, 'copy.db'), figures: {} },
  {
    mayGoOn: () => {
      steps += 1
      if (steps !== 3) return
      process.send?.('copying')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0) // until the kill
    },
  },
)
