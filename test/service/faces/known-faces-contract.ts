import { expect, test } from 'vitest'
import { MAX_FACES } from '../../../src-main/service/ports/face-store.ts'
import { face, type OpenFaces } from './open-faces.ts'

const DAY = 24 * 60 * 60 * 1000

const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error: { status?: number; code?: string }) => error.status ?? error.code,
  )

/** Guarantees of faces by id, for any store. */
export function testKnownFaces(openFaces: OpenFaces): void {
  test('stored faces are compared: 404 for an id the account never got, 410 for an expired one', async () => {
    const { faces, clock } = await openFaces()
    await faces.keep('anna', [face('a', 0), face('b', 0.1), face('c', 1.2)])
    await faces.keep('ben', [face('d', 0)])
    expect(await faces.compare('anna', 'a', 'a')).toBe(100)
    expect(await faces.compare('anna', 'a', 'b')).toBeGreaterThan(90)
    expect(await faces.compare('anna', 'a', 'c')).toBeLessThan(20)
    expect(await statusOf(faces.compare('anna', 'a', 'd'))).toBe(404)
    expect(await statusOf(faces.compare('ben', 'a', 'd'))).toBe(404)
    clock.ms += DAY - 1
    expect(await statusOf(faces.compare('anna', 'a', 'b'))).toBe(200)
    clock.ms += 1
    expect(await statusOf(faces.compare('anna', 'a', 'b'))).toBe(410)
    await faces.keep('anna', [face('a', 0), face('b', 0.1)])
    expect(await statusOf(faces.compare('anna', 'a', 'b'))).toBe(200)
  })

  test('a sweep deletes expired vectors, and after a month their ids', async () => {
    const { faces, store, clock } = await openFaces()
    await faces.keep('anna', [face('a', 0)])
    clock.ms += DAY
    await store.faces.sweep(clock.ms, clock.ms - 30 * DAY)
    expect((await store.faces.find('anna', ['a']))[0]?.vector).toBeNull()
    clock.ms += 31 * DAY
    await store.faces.sweep(clock.ms, clock.ms - 30 * DAY)
    expect(await statusOf(faces.compare('anna', 'a', 'a'))).toBe(404)
  })

  test("beyond an account's limit the oldest faces are deleted", async () => {
    const { faces } = await openFaces()
    await faces.keep('anna', [face('first', 0), face('second', 0)])
    await faces.keep('ben', [face('his', 0)])
    await faces.keep('anna', [face('first', 0)]) // kept again: now the second is the oldest
    await faces.keep(
      'anna',
      Array.from({ length: MAX_FACES - 1 }, (_, k) => face(`f${k}`, k)),
    )
    expect(await statusOf(faces.compare('anna', 'first', 'f0'))).toBe(200)
    expect(await statusOf(faces.compare('anna', 'second', 'f0'))).toBe(410)
    expect(await statusOf(faces.compare('ben', 'his', 'his'))).toBe(200)
  })

  test('faces from different models cannot be compared', async () => {
    const { faces } = await openFaces()
    await faces.keep('anna', [face('a', 0), face('b', 0, 'another')])
    expect(await statusOf(faces.compare('anna', 'a', 'b'))).toBe('bad-params')
    expect(await statusOf(faces.group('anna', ['a', 'b'], null))).toBe('bad-params')
  })

  test('nothing of a removed account is left', async () => {
    const { faces, store } = await openFaces()
    for (const owner of ['anna', 'ben']) {
      await faces.keep(owner, [face('a', 0)])
      await faces.addPeople(owner, 'team', new Map([['Jo', ['a']]]))
      await faces.trainPeople(owner, 'team', null)
    }
    await faces.removeOwner('anna')
    expect(await store.faces.find('anna', ['a'])).toEqual([])
    expect(await store.people.people('anna', 'team')).toEqual([])
    expect(await statusOf(faces.describePeople('anna', 'team'))).toBe(404)
    expect((await store.faceTickets.open()).map(({ owner }) => owner)).not.toContain('anna')
    expect(await statusOf(faces.compare('ben', 'a', 'a'))).toBe(200)
    expect((await faces.describePeople('ben', 'team')).people.map(({ name }) => name)).toEqual(['Jo'])
  })
}
