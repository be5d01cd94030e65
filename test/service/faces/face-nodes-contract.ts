import { expect, test } from 'vitest'
import { endOf, face, type OpenFaces } from './open-faces.ts'

const HOOK = 'https://client.example/done'

/** Guarantees of face tickets if several nodes are one service. */
export function testFaceNodes(openFaces: OpenFaces): void {
  test('each ticket is done and called once, by any node, and answered by every one', async () => {
    const first = await openFaces()
    const nodes = [first, await first.openNode(), await first.openNode()]
    await first.faces.keep('anna', [face('a', 0), face('b', 0.1), face('c', 1.4)])
    await first.faces.addPeople('anna', 'team', new Map([['Jo', ['a', 'b']]]))
    const finished: string[] = []
    for (const { store } of nodes) {
      const { finish } = store.faceTickets
      store.faceTickets.finish = async (id, ...rest) => {
        finished.push(id)
        return finish(id, ...rest)
      }
    }
    const tickets: string[] = []
    for (let n = 0; n < 12; n++) {
      const { faces } = nodes[n % nodes.length]!
      tickets.push(
        n < 9 ? await faces.group('anna', ['a', 'b', 'c'], HOOK) : await faces.trainPeople('anna', 'team', HOOK),
      )
    }
    for (const [n, ticket] of tickets.entries())
      expect((await endOf(nodes[(n + 1) % nodes.length]!, 'anna', ticket))?.is_final).toBe(true)
    await expect.poll(() => first.called.length).toBe(tickets.length)
    expect(first.called.toSorted()).toEqual(tickets.map((ticket) => `${HOOK} ${ticket}`).toSorted())
    expect(finished.toSorted()).toEqual(tickets.toSorted())
    for (const { faces } of nodes) expect((await faces.recognise('anna', 'team', 'a'))[0]?.name).toBe('Jo')
  })

  test("a stopped node's work is done by another", async () => {
    const first = await openFaces()
    const second = await first.openNode()
    await first.faces.keep('anna', [face('a', 0)])
    const tickets: string[] = []
    for (let n = 0; n < 20; n++) tickets.push(await first.faces.group('anna', ['a'], null))
    await first.close()
    for (const ticket of tickets) expect((await endOf(second, 'anna', ticket))?.is_final).toBe(true)
  })
}
