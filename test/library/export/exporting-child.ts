import { basename, join } from 'node:path'
import { createLibrary } from '../../../src-main/library/library.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { createFakeEngine } from '../library/fake-engine.ts'
import { settingsOf } from './open-export.ts'

/** Another process that exports everything, cancels the export at some point, resumes it, and waits to be killed. */
const [libraryDir, target, cancelAt] = process.argv.slice(2) as [string, string, string]
const quiet = () => undefined
const engine = createFakeEngine()
engine.cut = async ({ path }) => [{ ok: true, value: Buffer.from(basename(path as string)), width: 8, height: 6 }]
const library = await createLibrary(
  {
    libraryDir,
    resourcesDir,
    modelsDir: join(libraryDir, 'models'),
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    owner: 'doomed',
    watch: false,
  },
  { createLocal: () => engine },
)
const { id: targetId } = await library.hostCalls.registerTarget({ path: target })
const events = await library.calls.library.events()
const query = { filter: {}, sort: { by: 'name' as const, order: 'asc' as const } }
const { jobId } = await library.calls.exports.start({
  source: { kind: 'query', query },
  settings: settingsOf(),
  targetId,
})
let isCancelled = false
for await (const event of events) {
  if (event.type !== 'exports.changed' || event.job.jobId !== jobId) continue
  const { state, written } = event.job
  if (!isCancelled && state === 'running' && written >= Number(cancelAt)) {
    isCancelled = true
    await library.calls.exports.cancel({ jobId })
  } else if (state === 'cancelled') await library.calls.exports.resume({ jobId })
  console.log(`${state} ${written} ${jobId}`)
}
