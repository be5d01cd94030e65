import { describe, expect, test } from 'vitest'
import type { StepName } from '../../../src-main/analysis/photo/findings.ts'
import { PendingPhotos } from '../../../src-main/library/queue/analysis-queue.ts'
import { tempFolder } from '../../fixtures/folders.ts'
import { fingerprints, openForTest, openWithRoot, saveFound, statusOf } from '../catalog/library.ts'

function openPending(count: number) {
  const { catalog, add } = openWithRoot()
  const ids = add(...Array.from({ length: count }, (_, at) => `${at}.jpg`))
  const engine = { concurrency: 2, waiting: (): StepName[] => [] }
  const pending = new PendingPhotos(catalog.analysis, engine)
  const takeAll = (busy: number[] = []) => {
    const taken: number[] = []
    for (let photo = pending.takeNext(busy); photo !== undefined; photo = pending.takeNext([...busy, ...taken]))
      taken.push(photo.id)
    return taken
  }
  return { catalog, ids, pending, engine, takeAll }
}

test('photos on screen come first, then the newest; busy ones are skipped', () => {
  const { ids, pending, takeAll } = openPending(8)
  pending.prioritise([ids[5]!, ids[2]!])
  pending.prioritise([ids[3]!])
  const taken = takeAll([ids[7]!])
  expect(taken.slice(0, 3).toSorted()).toEqual([ids[2], ids[3], ids[5]])
  expect(taken.slice(3)).toEqual([ids[6], ids[4], ids[1], ids[0]])
})

test('a visible page overtakes photos already taken', () => {
  const { ids, pending } = openPending(8)
  expect(pending.takeNext([])?.id).toBe(ids[7])
  pending.prioritise([ids[0]!])
  expect(pending.takeNext([ids[7]!])?.id).toBe(ids[0])
})

test('photos that left the library are not taken', () => {
  const { ids, pending } = openPending(3)
  pending.takeNext([])
  pending.remove(new Set([ids[1]!]))
  expect(pending.takeNext([ids[2]!])?.id).toBe(ids[0])
})

test('pending photos are counted once, counted down, and counted again on request', () => {
  const { catalog, ids, pending } = openPending(3)
  expect(pending.count).toBe(3)
  saveFound(catalog, ids[0]!, {})
  saveFound(catalog, ids[1]!, {})
  expect(pending.count).toBe(3)
  pending.countDown({ isLate: false, leavesSome: false })
  expect(pending.count).toBe(2)
  pending.recount()
  pending.countDown({ isLate: false, leavesSome: false })
  expect(pending.count).toBe(1)
})

test('photos that only wait for a service do not count as work', () => {
  const { catalog, ids, pending, engine, takeAll } = openPending(2)
  saveFound(catalog, ids[0]!, {}, ['preview'])
  engine.waiting = () => ['tags']
  expect(pending.hasWork).toBe(true)
  expect(takeAll()).toEqual([ids[1]])
  saveFound(catalog, ids[1]!, {}, ['preview'])
  expect([pending.count, pending.hasWork]).toEqual([2, false])
  engine.waiting = () => []
  expect(pending.hasWork).toBe(true)
})

describe('an idle step', () => {
  const steps = [...fingerprints('v1'), { name: 'sharpness' as const, fingerprint: 'v1', when: 'idle' as const }]
  const sharpness = { subject: 50, faces: [], exposure: { shadows: 0, highlights: 0, middle: 0.5 } }

  /** Six photos; the second and the third are one stack. */
  function openLate(folder = tempFolder('late')) {
    const { catalog, add } = openWithRoot(folder)
    catalog.analysis.setSteps(steps)
    const ids = add(...Array.from({ length: 6 }, (_, at) => `${at}.jpg`))
    catalog.changes.apply({ kind: 'stack', ids: ids.slice(1, 3), stack: catalog.stacks.newNumber() })
    const pending = new PendingPhotos(catalog.analysis, { concurrency: 3 })
    /** Takes everything available and saves it as done. */
    const work = () => {
      const taken: [id: number, steps: string][] = []
      for (let photo = pending.takeNext([]); photo !== undefined; photo = pending.takeNext([])) {
        taken.push([ids.indexOf(photo.id), photo.steps.join()])
        saveFound(catalog, photo.id, photo.steps.includes('sharpness') ? { sharpness } : {}, photo.steps)
        pending.countDown(photo)
        pending.forgetTaken()
      }
      return taken
    }
    return { catalog, ids, pending, work }
  }

  test('runs at once for stack frames and photos on screen, and for all others when nobody is working', () => {
    const { catalog, ids, pending, work } = openLate()
    pending.setPersonAtWork(true)
    pending.prioritise([ids[4]!])
    expect([pending.count, pending.late]).toEqual([6, 0])
    expect(work()).toEqual([
      [4, 'preview,tags,sharpness'],
      [5, 'preview,tags'],
      [3, 'preview,tags'],
      [2, 'preview,tags,sharpness'],
      [1, 'preview,tags,sharpness'],
      [0, 'preview,tags'],
    ])
    expect(statusOf(catalog, ids[0]!)).toBe('ready')
    expect([pending.count, pending.hasWork, pending.late, pending.hasLateWork]).toEqual([0, false, 3, false])
    pending.prioritise([ids[3]!])
    expect(work()).toEqual([[3, 'sharpness']])
    pending.setPersonAtWork(false)
    expect(pending.hasLateWork).toBe(true)
    expect(work()).toEqual([
      [5, 'sharpness'],
      [0, 'sharpness'],
    ])
    expect([pending.late, catalog.analysis.countLate(), pending.hasLateWork]).toEqual([0, 0, false])
  })

  test('runs for stack frames before all others, those of a stack on screen first', () => {
    const { catalog, ids, pending, work } = openLate()
    catalog.analysis.setSteps(fingerprints('v1'))
    work()
    catalog.analysis.setSteps(steps)
    expect(catalog.analysis.counts()).toMatchObject({ pending: 0, ready: 6 })
    expect(work().map(([at]) => at)).toEqual([2, 1, 5, 4, 3, 0])
    catalog.analysis.makePending(ids, ['sharpness'])
    pending.recount()
    pending.setPersonAtWork(true)
    pending.prioritise([ids[1]!])
    expect(work().map(([at]) => at)).toEqual([1, 2])
  })

  test('waits for idle hours even in a stack if it compares no frames', () => {
    const { catalog, ids, pending, work } = openLate()
    catalog.analysis.setSteps([...steps, { name: 'text', fingerprint: 'v1', when: 'idle' }])
    pending.setPersonAtWork(true)
    pending.prioritise([ids[4]!])
    expect(work().map(([at, done]) => `${at} ${done}`)).toEqual([
      '4 preview,tags,sharpness,text',
      '5 preview,tags',
      '3 preview,tags',
      '2 preview,tags,sharpness',
      '1 preview,tags,sharpness',
      '0 preview,tags',
    ])
    expect([pending.late, catalog.analysis.countLate(), pending.hasLateWork]).toEqual([5, 5, false])
    catalog.analysis.makePending([ids[1]!], ['sharpness'])
    pending.recount()
    expect(pending.hasLateWork).toBe(true)
    expect(work()).toEqual([[1, 'sharpness']])
    expect([pending.late, catalog.analysis.countLate(), pending.hasLateWork]).toEqual([5, 5, false])
    pending.setPersonAtWork(false)
    expect(work()).toEqual([
      [2, 'text'],
      [1, 'text'],
      [5, 'sharpness,text'],
      [3, 'sharpness,text'],
      [0, 'sharpness,text'],
    ])
    expect([pending.late, pending.hasLateWork]).toEqual([0, false])
  })

  test('is remembered when the library is opened again, even by a version without such steps', () => {
    const folder = tempFolder('late')
    const { catalog, ids, pending, work } = openLate(folder)
    pending.setPersonAtWork(true)
    work()
    catalog.close()
    const again = openForTest(folder)
    expect(again.analysis.setSteps(steps)).toBe(0)
    const late = again.analysis.takePending(9, { first: [], busy: new Set(), isIdle: true })
    expect(late.map(({ id }) => ids.indexOf(id))).toEqual([5, 4, 3, 0])
    again.analysis.setSteps(steps.map(({ name, fingerprint }) => ({ name, fingerprint })))
    expect(again.analysis.counts()).toMatchObject({ pending: 4 })
    again.analysis.setSteps(steps)
    expect(again.analysis.counts()).toMatchObject({ pending: 0, ready: 6 })
    expect(again.analysis.countLate()).toBe(4)
  })

  test('does not repeat failed attempts', () => {
    const { catalog, ids } = openLate()
    const findings = { thumbnail: new Uint8Array([1]) }
    catalog.analysis.saveOutcome(ids[0]!, ['preview', 'tags'], { ok: true, findings, warnings: [] })
    expect([statusOf(catalog, ids[0]!), catalog.analysis.countLate()]).toEqual(['ready', 1])
  })

  test('reads the findings of earlier runs', () => {
    const { catalog, ids } = openLate()
    const saliencyFeatures = {
      width: 6,
      height: 4,
      map: { columns: 1, rows: 1, values: Uint8Array.of(9) },
      subjects: [],
    }
    expect(catalog.analysis.known(ids[0]!, ['sharpness'])).toEqual({})
    catalog.analysis.setSteps([...steps, ...fingerprints('v1', ['faces', 'croppings'])])
    saveFound(catalog, ids[0]!, { faces: [], saliencyFeatures }, ['faces', 'croppings'])
    expect(catalog.analysis.known(ids[0]!, ['sharpness'])).toEqual({ faces: [], saliencyFeatures })
    expect(catalog.analysis.known(ids[0]!, ['faces', 'sharpness'])).toEqual({ saliencyFeatures })
  })
})
