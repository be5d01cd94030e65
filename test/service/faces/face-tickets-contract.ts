import { expect, test } from 'vitest'
import { MAX_WAITING } from '../../../src-main/service/faces/face-limits.ts'
import { endOf, face, type OpenFaces } from './open-faces.ts'

const HOOK = 'https://client.example/done'

/** Guarantees of face tickets, for any store. */
export function testFaceTickets(openFaces: OpenFaces): void {
  test('a grouping ends in groups of ids, and the address is called once', async () => {
    const opened = await openFaces()
    const { faces, called } = opened
    await faces.keep('anna', [face('a', 0), face('x', 1.5), face('b', 0.1), face('y', 1.4), face('lone', -1.2)])
    const ticket = await faces.group('anna', ['x', 'a', 'lone', 'b', 'y', 'a'], HOOK)
    expect(await endOf(opened, 'anna', ticket)).toEqual({
      is_final: true,
      ticket_result: {
        groups: [
          ['x', 'y'],
          ['a', 'b'],
        ],
        ungrouped: ['lone'],
      },
    })
    await expect.poll(() => called).toEqual([`${HOOK} ${ticket}`])
    expect(await faces.ticket('ben', ticket)).toBeNull()
  })

  test('a ticket is kept for 24 hours after its end', async () => {
    const opened = await openFaces()
    const { faces, clock } = opened
    await faces.keep('anna', [face('a', 0)])
    const ticket = await faces.group('anna', ['a'], null)
    await endOf(opened, 'anna', ticket)
    clock.ms += 24 * 60 * 60 * 1000
    await expect(faces.ticket('anna', ticket)).rejects.toMatchObject({ code: 'ticket-expired' })
  })

  test('a ticket whose node ended before creating the job is still done, and called then', async () => {
    const opened = await openFaces()
    await opened.faces.keep('anna', [face('a', 0), face('b', 0.1)])
    // one kept, and one finished whose address was not called yet
    const { faceTickets } = opened.store
    const task = { task: 'grouping', faces: ['a', 'b'] } as const
    await faceTickets.add({ id: 'given', owner: 'anna', task, callbackUrl: HOOK }, opened.clock.ms, 10)
    await faceTickets.add({ id: 'done', owner: 'anna', task, callbackUrl: HOOK }, opened.clock.ms, 10)
    await faceTickets.finish('done', { state: 'grouped', groups: [], ungrouped: ['a', 'b'] }, opened.clock.ms)
    await opened.reopen()
    await opened.faces.sweep()
    expect((await endOf(opened, 'anna', 'given'))?.ticket_result).toEqual({ groups: [['a', 'b']], ungrouped: [] })
    await expect.poll(() => opened.called.toSorted()).toEqual([`${HOOK} done`, `${HOOK} given`])
    expect((await endOf(opened, 'anna', 'done'))?.ticket_result).toEqual({ groups: [], ungrouped: ['a', 'b'] })
    await expect.poll(() => opened.store.faceTickets.open()).toEqual([])
  })

  test('work waiting when a process stops is done after the next start', async () => {
    const opened = await openFaces()
    await opened.faces.keep('anna', [face('a', 0), face('b', 0.1)])
    const tickets: string[] = []
    for (let n = 0; n < 20; n++) tickets.push(await opened.faces.group('anna', ['a', 'b'], HOOK))
    await opened.reopen()
    for (const ticket of tickets) expect((await endOf(opened, 'anna', ticket))?.is_final).toBe(true)
    await expect.poll(() => opened.called.toSorted()).toEqual(tickets.map((ticket) => `${HOOK} ${ticket}`).toSorted())
  })

  test('work that fails twice ends its ticket with a sentence, and the address is called', async () => {
    const opened = await openFaces()
    await opened.faces.keep('anna', [face('a', 0)])
    await opened.faces.addPeople('anna', 'team', new Map([['Jo', ['a']]]))
    opened.store.people.people = () => Promise.reject(new Error('a fault of the program'))
    const ticket = await opened.faces.trainPeople('anna', 'team', HOOK)
    expect((await endOf(opened, 'anna', ticket))?.ticket_result).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('failed at this, twice'),
    })
    await expect.poll(() => opened.called).toEqual([`${HOOK} ${ticket}`])
  })

  test('a grouping whose faces are gone when it runs says so', async () => {
    const opened = await openFaces()
    const task = { task: 'grouping', faces: ['a'] } as const
    await opened.store.faceTickets.add({ id: 'late', owner: 'anna', task, callbackUrl: null }, opened.clock.ms, 10)
    await opened.faces.sweep()
    expect(await endOf(opened, 'anna', 'late')).toEqual({
      is_final: true,
      ticket_result: { text: expect.stringContaining('There is no face "a"') },
    })
  })

  test("the number of an account's waiting tickets is limited", async () => {
    const { store, clock } = await openFaces()
    const task = { task: 'training', indexId: 'team' } as const
    const add = (n: number, owner = 'anna') =>
      store.faceTickets.add({ id: `${owner}${n}`, owner, task, callbackUrl: null }, clock.ms, MAX_WAITING)
    for (let n = 0; n < MAX_WAITING; n++) expect(await add(n)).toBe(true)
    expect(await add(MAX_WAITING)).toBe(false)
    expect(await add(0, 'ben')).toBe(true)
    await store.faceTickets.finish('anna0', { state: 'failed', text: '' }, clock.ms)
    expect(await add(MAX_WAITING)).toBe(true)
  })
}
