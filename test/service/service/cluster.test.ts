import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasClusterParts, startCluster, type Cluster } from '../../fixtures/cluster/cluster.ts'
import { packagePhotos } from '../../fixtures/pictures.ts'
import { readFileSync } from 'node:fs'
import { openClient, type Client } from './client.ts'

const account = { key: 'key-one', secret: 'the-secret-of-one', plan: 'unlimited' }

describe.skipIf(!hasClusterParts).each(['stand-in', 'real'] as const)('nodes with the engine: %s', (engine) => {
  let cluster: Cluster
  let client: Client
  beforeAll(async () => {
    const options = { nodes: 2, accounts: [account] }
    cluster = await startCluster({ ...options, engine: engine === 'real' ? 'real' : { delayMs: 1, atOnce: 8 } })
    client = openClient(cluster.address, account)
  })
  afterAll(() => cluster.close())

  test('an upload outlives a killed node, a restart of PostgreSQL and of the object store', async () => {
    const id = await client.upload(readFileSync(packagePhotos()[0]!))
    const [first, second] = cluster.nodes
    await first!.kill()
    await cluster.postgres.stop('immediate')
    await cluster.postgres.start()
    await first!.start()
    expect(await second!.stop()).toBe(0)
    await cluster.objects.stop()
    await cluster.objects.start()
    await second!.start()
    for (const { address } of cluster.nodes) {
      const { status } = await openClient(address, account).ask(`/v2/tags?image_upload_id=${id}`)
      expect(status).toBe(200)
    }
  })
})
