import { expect, test } from 'vitest'
import { ClassificationRuns } from '../../../src-main/library/classifiers/classification-runs.ts'

type Pass = { id: string; signal: AbortSignal; onProgress(done: number): void; end(): void; fail(error: Error): void }

/** Runs that end when the test says so. */
function createPasses() {
  const started: Pass[] = []
  const errors: string[] = []
  let progressEvents = 0
  const passes = new ClassificationRuns({
    apply: (id, { signal, onProgress }) =>
      new Promise<void>((resolve, reject) => {
        started.push({ id, signal, onProgress, end: resolve, fail: reject })
        signal.addEventListener('abort', () => resolve())
      }),
    photoCount: () => 10,
    onProgress: () => (progressEvents += 1),
    onError: (id, error) => errors.push(`${id}: ${(error as Error).message}`),
  })
  /** The run with this number, once it has started. */
  const pass = async (number: number) => {
    await expect.poll(() => started.length).toBeGreaterThan(number)
    return started[number]!
  }
  return { passes, pass, started, errors, progressEvents: () => progressEvents }
}

test('classifiers are applied one after another, in the order of their arrival', async () => {
  const { passes, pass, started } = createPasses()
  passes.add('a')
  passes.add('b')
  expect(passes.progressOf('a')).toEqual({ done: 0, total: 10 })
  const first = await pass(0)
  first.onProgress(4)
  expect(passes.progressOf('a')).toEqual({ done: 4, total: 10 })
  expect(passes.progressOf('b')).toEqual({ done: 0, total: 10 })
  expect(started).toHaveLength(1)
  first.end()
  ;(await pass(1)).end()
  await passes.idle()
  expect(started.map(({ id }) => id)).toEqual(['a', 'b'])
  expect(passes.progressOf('a')).toBeNull()
})

test('a changed classifier starts again', async () => {
  const { passes, pass, started } = createPasses()
  passes.add('a')
  const first = await pass(0)
  passes.add('a')
  expect(first.signal.aborted).toBe(true)
  ;(await pass(1)).end()
  await passes.idle()
  expect(started.map(({ id }) => id)).toEqual(['a', 'a'])
})

test('a removed classifier is no longer applied', async () => {
  const { passes, pass, started } = createPasses()
  passes.add('a')
  passes.add('b')
  const first = await pass(0)
  passes.remove('b')
  passes.remove('a')
  expect(first.signal.aborted).toBe(true)
  await passes.idle()
  expect(started).toHaveLength(1)
})

test('a failed run is reported and repeated after the others', async () => {
  const { passes, pass, started, errors, progressEvents } = createPasses()
  passes.add('a')
  passes.add('b')
  ;(await pass(0)).fail(new Error('no vectors'))
  ;(await pass(1)).end()
  await passes.idle()
  expect(errors).toEqual(['a: no vectors'])
  expect(progressEvents()).toBe(2)
  ;(await pass(2)).end()
  await passes.idle()
  expect(started.map(({ id }) => id)).toEqual(['a', 'b', 'a'])
})

test('closing stops the active run, drops waiting ones and accepts no more', async () => {
  const { passes, pass, started } = createPasses()
  passes.add('a')
  passes.add('b')
  const first = await pass(0)
  await passes.close()
  expect(first.signal.aborted).toBe(true)
  passes.add('c')
  await passes.idle()
  expect(started).toHaveLength(1)
  expect(passes.progressOf('c')).toBeNull()
})
