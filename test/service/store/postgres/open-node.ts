import { openDependencies } from '../../../../src-main/service/open-dependencies.ts'
import { routes } from '../../../../src-main/service/routes.ts'
import { startService } from '../../../../src-main/service/start-service.ts'
import { makeTempFolder, removeFolder, resourcesDir } from '../../../fixtures/folders.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { createFakeAnalysis } from '../../http/fake-analysis.ts'
import { formOf, openClient } from '../../service/client.ts'
import { silentLog } from '../../temp-data.ts'

const account = { key: 'key-one', secret: 'the-secret-of-one' }
const models = ['older', 'newer']
const picture = await drawPicture({ width: 64, height: 48 })

/** A form that sends a picture. */
export const sent = () => formOf({ image: picture })

/** A model's vector of any picture. */
export const vectorOf = (model: string) => Float32Array.from([1, models.indexOf(model)])

/**
 * A service node on a database, with an engine that describes pictures by the requested model, or by its `best`; it
 * answers once `whenDescribed` has resolved.
 */
export async function openNode(
  database: string,
  { best = 'newer', whenDescribed = async () => {} }: { best?: string; whenDescribed?: () => Promise<void> } = {},
) {
  const dataDir = makeTempFolder('node')
  const statements: string[] = []
  const dependencies = await openDependencies({
    ...account,
    dataDir,
    database,
    resourcesDir,
    modelsDir: dataDir,
    plan: 'unlimited',
    log: silentLog,
    onStatement: (text) => statements.push(text),
  })
  const { port } = createFakeAnalysis()
  const run: typeof port.run = async (...asked) => {
    const answers: readonly unknown[] = await port.run(...asked)
    await whenDescribed()
    return asked[2].map((call, n) =>
      call.operation === 'contentVector'
        ? { ...(answers[n] as object), value: describe(call.modelId ?? best) }
        : answers[n],
    ) as never
  }
  const contentModels = () => models.toSorted((a, b) => Number(b === best) - Number(a === best))
  const analysis = { ...port, run, contentModels }
  const service = await startService({
    host: '127.0.0.1',
    port: 0,
    routes,
    dependencies: { ...dependencies, analysis },
  })
  const { id: owner } = (await dependencies.accounts.authenticate(account.key, account.secret))!
  const { ask } = openClient(service.address, account)
  return {
    owner,
    indexes: dependencies.indexes,
    ask,
    upload: async (): Promise<string> => (await ask('/v2/uploads', sent())).body.result.upload_id,
    /** The answer, and its statements: the fewest of three runs, because nodes also run statements by themselves. */
    async count<T>(ask: () => Promise<T>) {
      const times: { answer: T; statements: string[] }[] = []
      for (let time = 0; time < 3; time++) {
        statements.length = 0
        times.push({ answer: await ask(), statements: [...statements] })
      }
      return times.toSorted((a, b) => a.statements.length - b.statements.length)[0]!
    },
    async close() {
      await service.close()
      removeFolder(dataDir)
    },
  }
}

export type Node = Awaited<ReturnType<typeof openNode>>

const describe = (modelId: string) => ({ modelId, vector: vectorOf(modelId) })
