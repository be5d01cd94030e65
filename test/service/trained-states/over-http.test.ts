/** @module-tag night */

import { describe, expect, onTestFinished, test } from 'vitest'
import { openDependencies } from '../../../src-main/service/open-dependencies.ts'
import { routes } from '../../../src-main/service/routes.ts'
import { startService } from '../../../src-main/service/start-service.ts'
import { makeAccounts } from '../../fixtures/cluster/make-accounts.ts'
import { openStandInEngine } from '../../fixtures/cluster/stand-in-engine.ts'
import { resourcesDir, tempFolder } from '../../fixtures/folders.ts'
import { drawPicture } from '../../fixtures/pictures.ts'
import { createTestDatabase, hasPostgres } from '../../fixtures/postgres/test-database.ts'
import { startS3 } from '../objects/open-test-objects.ts'
import { formOf, openClient } from '../service/client.ts'
import { silentLog } from '../temp-data.ts'

const account = { key: 'key-one', secret: 'the-secret-of-one', plan: 'unlimited' }
const index = '/v2/similar-images/colors/trip'

/** A node of a service; only its engine is simulated. */
async function startNode(database: string, objects: string) {
  const dataDir = tempFolder('node')
  const dependencies = await openDependencies({
    dataDir,
    database,
    objects,
    resourcesDir,
    modelsDir: dataDir,
    openEngine: (portsOf) => openStandInEngine({ delayMs: 0, atOnce: 4 }, portsOf),
    log: silentLog,
  })
  const { address, close } = await startService({ host: '127.0.0.1', port: 0, routes, dependencies, graceMs: 500 })
  onTestFinished(close)
  const { ask } = openClient(address, account)
  return { ask, search: (image: Buffer) => ask(index, formOf({ image })) }
}

describe.skipIf(!hasPostgres)('two nodes with PostgreSQL and S3', () => {
  test('search what one of them trained; while S3 is down only the node with it in memory', async () => {
    const { url, drop } = await createTestDatabase()
    onTestFinished(drop)
    await makeAccounts({ dataDir: tempFolder(), database: url }, [account])
    const server = await startS3()
    const first = await startNode(url, server.address())
    const pictures = [await drawPicture({ seed: 1 }), await drawPicture({ seed: 7 })]
    for (const [n, image] of pictures.entries())
      await first.ask(`/v2/colors?deterministic=1&save_index=trip&save_id=photo%20${n}`, formOf({ image }))
    const { ticket_id } = (await first.ask(index, { method: 'PUT' })).body.result
    await expect.poll(async () => (await first.ask(`/v2/tickets/${ticket_id}`)).body.result.is_final).toBe(true)

    const second = await startNode(url, server.address()) // which has not trained, and has no copy
    expect((await second.ask(`/v2/tickets/${ticket_id}`)).body.result.is_final).toBe(true)
    await server.stop()
    const found = await first.search(pictures[1]!)
    expect(found.status).toBe(200)
    const { result } = found.body
    expect([result.count, result.images[0].id]).toEqual([2, 'photo 1'])
    const refused = await second.search(pictures[1]!)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])

    await server.start()
    const later = await second.search(pictures[1]!)
    expect([later.status, later.body.result]).toEqual([200, result])
  })
})
