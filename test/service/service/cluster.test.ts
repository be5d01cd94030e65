import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { plans, workers } from '../../cluster/accounts.ts'
import { runChaos } from '../../cluster/chaos.ts'
import { hasClusterParts, startCluster } from '../../fixtures/cluster/cluster.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { listens } from '../../fixtures/proxies/proxy-process.ts'

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

  test('all its processes end with the program that started it, even if that is killed', async () => {
    const temporary = tempFolder()
    chmodSync(temporary, 0o755) // PostgreSQL runs as a user of its own
    const program = spawn(process.execPath, ['--input-type=module', '--eval', STARTER], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    const [ports] = (await once(program, 'message')) as [number[]]
    const countListening = async () => (await Promise.all(ports.map(listens))).filter(Boolean).length
    expect(await countListening()).toBe(3)
    program.kill('SIGKILL')
    await expect.poll(countListening).toBe(0)
  })
})

/** Sends the ports of HAProxy, the node and PostgreSQL when all of them listen. */
const STARTER = `
  import { startCluster } from ${JSON.stringify(new URL('../../fixtures/cluster/cluster.ts', import.meta.url).href)}
  const { address, nodes, postgres } = await startCluster({ nodes: 1, engine: 'real', accounts: [] })
  process.send([address, nodes[0].address, postgres.url()].map((url) => Number(new URL(url).port)))
`
