import PQueue from 'p-queue'
import { setTimeout as delay } from 'node:timers/promises'
import { openDependencies } from '../../../src-main/service/open-dependencies.ts'
import { routes } from '../../../src-main/service/routes.ts'
import { startService } from '../../../src-main/service/start-service.ts'
import { resourcesDir } from '../../fixtures/folders.ts'
import { createFakeAnalysis } from '../../service/http/fake-analysis.ts'

/**
 * A node whose engine is a stand-in: each picture takes a fixed time and no processor, so many at once. All else is
 * real. Started by `nodes.ts` with its settings in the environment; tells what it did when it is asked.
 */
export type NodeSettings = { dataDir: string; database: string | undefined; delayMs: number; atOnce: number }
export type NodeReport = { statements: number; cpuMs: number; residentMb: number }

const { dataDir, database, delayMs, atOnce } = JSON.parse(process.env['NODE_SETTINGS']!) as NodeSettings
const quiet = () => undefined
const log = { debug: quiet, info: quiet, warn: console.error, error: console.error }
let statements = 0

const dependencies = await openDependencies({
  dataDir,
  database,
  resourcesDir,
  modelsDir: dataDir,
  log,
  onStatement: () => (statements += 1),
})
const places = new PQueue({ concurrency: atOnce })
const standIn = createFakeAnalysis().port
const run: typeof standIn.run = (...asked) =>
  places.add(async () => {
    await delay(delayMs)
    return standIn.run(...asked)
  })
const service = await startService({
  host: '127.0.0.1',
  port: 0,
  routes,
  dependencies: { ...dependencies, analysis: { ...standIn, run } },
})

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const report: NodeReport = {
    statements,
    cpuMs: (user + system) / 1000,
    residentMb: process.memoryUsage.rss() / 1_000_000,
  }
  process.send!(report)
})
process.on('disconnect', () => void service.close())
process.send!(service.address)
