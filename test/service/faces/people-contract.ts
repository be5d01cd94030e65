import { expect, test } from 'vitest'
import { endOf, face, type OpenFaces } from './open-faces.ts'

const team = new Map([
  ['Jo Public', ['jo1', 'jo2']],
  ['Ann Other', ['ann']],
])

async function openTeam(openFaces: OpenFaces) {
  const opened = await openFaces()
  await opened.faces.keep('anna', [face('jo1', 0), face('jo2', 0.2), face('ann', 1.4), face('asked', 0.15)])
  await opened.faces.addPeople('anna', 'team', team)
  const train = async () => endOf(opened, 'anna', await opened.faces.trainPeople('anna', 'team', null))
  const recognise = (id = 'asked') => opened.faces.recognise('anna', 'team', id)
  return Object.assign(opened, { train, recognise })
}

/** Guarantees of indexes of people, for any store. */
export function testPeople(openFaces: OpenFaces): void {
  test('nobody is known before the first training; then people come best first', async () => {
    const opened = await openTeam(openFaces)
    expect(await opened.recognise()).toEqual([])
    expect((await opened.train())?.ticket_result).toEqual({
      state: 'trained',
      index_id: 'team',
      kind: 'people',
      people: 2,
      faces: 3,
      text: '',
    })
    const [jo, ann] = await opened.recognise()
    expect([jo!.name, ann!.name]).toEqual(['Jo Public', 'Ann Other'])
    expect(jo!.score).toBeGreaterThan(90)
    expect(ann!.score).toBeLessThan(20)
  })

  test('until a training is done the old state answers, and it survives a restart', async () => {
    const opened = await openTeam(openFaces)
    await opened.train()
    const before = await opened.recognise()
    await opened.faces.addPeople('anna', 'team', new Map([['Sam New', ['asked']]]))
    expect(await opened.recognise()).toEqual(before)
    const { people, changes, trainedChanges } = await opened.faces.describePeople('anna', 'team')
    expect(people.find(({ name }) => name === 'Sam New')).toEqual({ name: 'Sam New', faces: 1, trainedFaces: 0 })
    expect(changes).not.toBe(trainedChanges)
    await opened.reopen()
    expect(await opened.recognise()).toEqual(before)
    await opened.train()
    expect((await opened.recognise())[0]).toEqual({ name: 'Sam New', score: 100 })
  })

  test('people stay known when the ids of their faces have expired', async () => {
    const opened = await openTeam(openFaces)
    opened.clock.ms += 48 * 60 * 60 * 1000
    await opened.train()
    await opened.faces.keep('anna', [face('later', 0.1)])
    expect((await opened.recognise('later'))[0]!.name).toBe('Jo Public')
  })

  test('a removed person is forgotten at once, even by an active training', async () => {
    const opened = await openTeam(openFaces)
    await opened.train()
    const { store, faces } = opened
    const { changes } = (await store.people.find('anna', 'team'))!
    await faces.removePerson('anna', 'team', 'Jo Public')
    expect((await opened.recognise()).map(({ name }) => name)).toEqual(['Ann Other'])
    const trained = [{ name: 'Jo Public', modelId: 'faceres', faces: 2, mean: face('', 0).vector }]
    const at = { owner: 'anna', indexId: 'team', now: 0, changes }
    expect(await store.people.switchTo(at, trained)).toBe(true)
    expect(await opened.recognise()).toEqual([])
    await opened.train()
    expect((await opened.recognise()).map(({ name }) => name)).toEqual(['Ann Other'])
    expect(await store.people.switchTo(at, trained)).toBe(false)
    await expect(faces.removePerson('anna', 'team', 'Jo Public')).rejects.toMatchObject({ status: 404 })
  })

  test('a removed index is gone, and so is the result of its active training', async () => {
    const opened = await openTeam(openFaces)
    await opened.train()
    await opened.faces.removePeople('anna', 'team')
    await expect(opened.recognise()).rejects.toMatchObject({ status: 404 })
    await expect(opened.faces.removePeople('anna', 'team')).rejects.toMatchObject({ status: 404 })
    await opened.faces.addPeople('anna', 'team', new Map([['Ann Other', ['ann']]]))
    expect(await opened.recognise()).toEqual([])
  })

  test('nothing is added if an id is missing or a limit exceeded; other accounts have separate indexes', async () => {
    const opened = await openTeam(openFaces)
    const { faces } = opened
    const add = (people: [string, string[]][], indexId = 'team') => faces.addPeople('anna', indexId, new Map(people))
    await expect(add([['Sam', ['asked', 'none']]])).rejects.toMatchObject({ status: 404 })
    const many = Array.from({ length: 101 }, (_, k) => face(`many${k}`, 0))
    await faces.keep('anna', many)
    await expect(add([['Sam', many.map(({ id }) => id)]])).rejects.toMatchObject({ code: 'bad-params' })
    const additions = Array.from({ length: 999 }, (_, k): [string, string[]] => [`P${k}`, ['asked']])
    await expect(add(additions)).rejects.toMatchObject({ code: 'bad-params' })
    expect((await faces.describePeople('anna', 'team')).people.map(({ name }) => name)).toEqual([
      'Ann Other',
      'Jo Public',
    ])
    for (let n = 1; n < 50; n++) await add([['Sam', ['asked']]], `index ${n}`)
    await expect(add([['Sam', ['asked']]], 'one more')).rejects.toMatchObject({ code: 'bad-params' })
    await faces.keep('ben', [face('his', 0)])
    await faces.addPeople('ben', 'team', new Map([['Someone', ['his']]]))
    expect((await faces.describePeople('ben', 'team')).people).toHaveLength(1)
  })
}
