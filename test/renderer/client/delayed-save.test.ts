import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope } from 'vue'
import { useDelayedSave } from '../../../src-renderer/client/delayed-save.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

type Size = { width: number; height: number }

function start(options: { savesFirstAtOnce?: boolean } = {}) {
  const saved: Partial<Size>[] = []
  const scope = effectScope()
  const saving = scope.run(() =>
    useDelayedSave<Size>(
      async (change) => {
        saved.push(change)
      },
      { delayMs: 300, ...options },
    ),
  )!
  return { saved, saving, scope }
}

test('changes are saved together, some time after the last one', async () => {
  const { saved, saving } = start()
  saving.add({ width: 1 })
  await vi.advanceTimersByTimeAsync(200)
  saving.add({ width: 2, height: 5 })
  await vi.advanceTimersByTimeAsync(200)
  expect(saved).toEqual([])
  expect(saving.unsaved()).toEqual({ width: 2, height: 5 })
  await vi.advanceTimersByTimeAsync(100)
  expect(saved).toEqual([{ width: 2, height: 5 }])
  expect(saving.unsaved()).toEqual({})
})

test('the first change after a pause can be saved at once, and later ones together', async () => {
  const { saved, saving } = start({ savesFirstAtOnce: true })
  saving.add({ width: 1 })
  expect(saved).toEqual([{ width: 1 }])
  saving.add({ width: 2 })
  await vi.advanceTimersByTimeAsync(200)
  saving.add({ width: 3, height: 5 })
  expect(saved).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(300)
  expect(saved).toEqual([{ width: 1 }, { width: 3, height: 5 }])
  saving.add({ width: 4 })
  expect(saved).toHaveLength(3)
})

test('a flush saves at once, and nothing is saved twice', async () => {
  const { saved, saving } = start()
  await saving.flush()
  saving.add({ height: 3 })
  await saving.flush()
  await vi.advanceTimersByTimeAsync(1000)
  expect(saved).toEqual([{ height: 3 }])
})

test('leaving a page saves at once', () => {
  const { saved, saving } = start()
  saving.add({ width: 9 })
  dispatchEvent(new Event('pagehide'))
  expect(saved).toEqual([{ width: 9 }])
})

test('changes being saved count as unanswered until they are saved', async () => {
  const answers: (() => void)[] = []
  const save = () => new Promise<void>((resolve) => answers.push(resolve))
  const saving = effectScope().run(() => useDelayedSave<Size>(save, { delayMs: 300, savesFirstAtOnce: true }))!
  saving.add({ width: 1, height: 1 })
  saving.add({ width: 2 })
  expect(saving.unanswered()).toEqual({ width: 2, height: 1 })
  await vi.advanceTimersByTimeAsync(300)
  answers[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(saving.unanswered()).toEqual({ width: 2 })
  answers[1]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(saving.unanswered()).toEqual({})
})
