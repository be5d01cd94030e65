// A program that only waits for photos, like `lumafold add --wait`.
import { join } from 'node:path'
import { forkNode } from '../../../src-main/compute/host/compute-process.ts'
import { openCompute } from '../../../src-main/compute/host/compute-pool.ts'

const client = openCompute({
  resourcesDir: '',
  modelsDir: '',
  log: { debug: () => undefined, warn: () => undefined },
  fork: () => forkNode(join(import.meta.dirname, 'slow-to-close.ts')),
  processes: 1,
})
const paths = ['a', 'b', 'c', 'd', 'e']
const outcomes = await Promise.all(paths.map((path) => client.analyse({ path, steps: ['hash'] })))
console.log(outcomes.filter(({ ok }) => ok).length)
await client.close()
