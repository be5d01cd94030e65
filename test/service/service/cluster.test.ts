import { describe, expect, onTestFinished, test } from 'vitest'
import { plans, workers } from '../../cluster/accounts.ts'
import { runChaos } from '../../cluster/chaos.ts'
import { hasClusterParts, startCluster } from '../../fixtures/cluster/cluster.ts'

/** Like `npm run test:cluster -- --only chaos`, which takes minutes. */
const schedule = {
  seconds: 10,
  killEvery: 8,
  postgresRestartAt: 5,
  objectsAwayAt: 6,
  objectsAwayFor: 2,
  calmSeconds: 4,
  removalAt: 0.5, // a killed node's hold on the account would have to end first, after half a minute
  endsInOrder: false, // balancers.test.ts does that
}

if (!hasClusterParts) console.warn('PostgreSQL or HAProxy is not installed: several nodes are not tested.')

describe.skipIf(!hasClusterParts)('two nodes of a service behind HAProxy, proxy: haproxy', { tags: 'night' }, () => {
  test('nothing accepted is lost if a node is killed, PostgreSQL restarts and the object store is down', async () => {
    const cluster = await startCluster({ nodes: 2, engine: { delayMs: 20, atOnce: 2 }, plans, accounts: workers })
    onTestFinished(() => cluster.close())
    const report = await runChaos(cluster, { seed: 12, engine: 'stand-in', schedule })
    expect(report.faults).toEqual([])
    expect(report.events).toHaveLength(4)
    for (const [what, count] of Object.entries(report.accepted)) expect(count, what).toBeGreaterThan(0)
  }, 600_000)
})
