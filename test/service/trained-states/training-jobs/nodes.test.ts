import { Client } from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { TrainingWatch } from '../../../../src-main/indexes/named/trained-states.ts'
import { createTestDatabase, hasPostgres } from '../../../fixtures/postgres/test-database.ts'
import { settle } from '../../../indexes/named/open-test-indexes.ts'
import { openTrainingNode, trip, type NodeOptions } from './open-training-node.ts'

/** Nodes on a separate database; `left` counts waiting and active trainings. */
async function openNodes() {
  const { url, drop } = await createTestDatabase()
  onTestFinished(drop)
  const openNode = async (options?: NodeOptions) => {
    const { indexes, close } = await openTrainingNode(url, options)
    onTestFinished(close)
    return indexes
  }
  const left = async () => {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query(
      "SELECT count(*)::int AS n FROM lumafold_jobs.job WHERE name = 'trainings' AND state < 'completed'",
    )
    await client.end()
    return (rows[0] as { n: number }).n
  }
  return { openNode, left }
}

/** Trainings that stop until the test lets them continue, on any node. */
function heldTrainings() {
  const begun: { watch: TrainingWatch; goOn(): void }[] = []
  const onTraining = (watch: TrainingWatch) => new Promise<void>((goOn) => void begun.push({ watch, goOn }))
  const next = async (n: number) => {
    await expect.poll(() => begun.length).toBe(n)
    return begun[n - 1]!
  }
  return { onTraining, next, count: () => begun.length }
}

const vector = Float32Array.of(1, 2)

describe.skipIf(!hasPostgres)('trainings of several nodes', () => {
  test('a ticket answers the same on every node: being trained, progress, and end', async () => {
    const { openNode } = await openNodes()
    const { onTraining, next } = heldTrainings()
    const nodes = [await openNode({ onTraining }), await openNode({ onTraining })] as const
    await nodes[0].save(trip, 'one', vector)
    const ticket = await nodes[0].train(trip)
    const { watch, goOn } = await next(1)
    watch.onProgress(0.6)
    for (const node of nodes)
      await expect
        .poll(async () => (await node.ticket(ticket, 'ada')).ticket_result)
        .toMatchObject({ state: 'training', progress: 59 })
    goOn()
    for (const node of nodes)
      expect(await settle(node, ticket, 'ada')).toMatchObject({ ticket_result: { state: 'trained', entries: 1 } })
    for (const node of nodes) expect(await node.metadata(trip)).toMatchObject({ trained_entries: 1, pending: 0 })
  })

  test(
    'a starting node does not restart active work, and requests made meanwhile are done once',
    { tags: 'night' },
    async () => {
      const { openNode, left } = await openNodes()
      const { onTraining, next, count } = heldTrainings()
      const first = await openNode({ onTraining })
      await first.save(trip, 'one', vector)
      const ticket = await first.train(trip)
      const underWay = await next(1)
      const others = [await openNode({ onTraining }), await openNode({ onTraining })] as const
      await others[0].save(trip, 'two', vector)
      const later = await Promise.all(others.map((node) => node.train(trip)))
      expect(await others[1].ticket(later[0]!, 'ada')).toMatchObject({ ticket_result: { state: 'waiting' } })
      expect(count()).toBe(1)
      underWay.goOn()
      const last = await next(2)
      expect(await others[1].ticket(ticket, 'ada')).toMatchObject({ ticket_result: { state: 'trained', entries: 1 } })
      last.goOn()
      for (const id of later)
        expect(await settle(first, id, 'ada')).toMatchObject({ ticket_result: { state: 'trained', entries: 2 } })
      await openNode({ onTraining })
      await expect.poll(left).toBe(0)
      expect(count()).toBe(2)
    },
  )

  test('a waiting address is called once, by whichever node ends the training', { tags: 'night' }, async () => {
    const { openNode, left } = await openNodes()
    const calls: string[] = []
    const call = async ({ ticketId, url, owner }: { ticketId: string; url: string; owner: string }) =>
      void calls.push(`${owner} ${url} ${ticketId}`)
    const nodes = [await openNode({ call }), await openNode({ call }), await openNode({ call })]
    await nodes[0]!.save(trip, 'one', vector)
    const tickets: string[] = []
    for (const node of nodes) tickets.push(await node.train(trip, 'http://me'))
    await expect.poll(() => calls.toSorted()).toEqual(tickets.map((id) => `ada http://me ${id}`).toSorted())
    await expect.poll(left).toBe(0)
    expect(calls).toHaveLength(3)
  })

  test("a removed owner's tickets are gone on every node, and nobody is called", { tags: 'night' }, async () => {
    const { openNode, left } = await openNodes()
    const calls: string[] = []
    const call = async ({ url }: { url: string }) => void calls.push(url)
    const { onTraining, next } = heldTrainings()
    const nodes = [await openNode({ onTraining, call }), await openNode({ onTraining, call })] as const
    await nodes[0].save(trip, 'one', vector)
    const ticket = await nodes[0].train(trip, 'http://me')
    const { goOn } = await next(1)
    await nodes[1].removeOwner('ada')
    goOn()
    await expect.poll(left).toBe(0)
    for (const node of nodes)
      await expect(node.ticket(ticket, 'ada')).rejects.toMatchObject({ code: 'ticket-not-found' })
    expect([calls, await nodes[1].list('ada')]).toEqual([[], []])
  })
})
