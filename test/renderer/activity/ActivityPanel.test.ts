import { afterEach, expect, test } from 'vitest'
import type { AnalysisStatus } from '../../../src-main/contract/library/analysis-status.ts'
import { useActivities, type Activity } from '../../../src-renderer/activity/use-activities.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())

const status: AnalysisStatus = {
  state: 'analysing',
  scanned: 9,
  total: 1300,
  analysed: 300,
  failed: 25,
  pending: 975,
  perSecond: 8.4,
  secondsLeft: 120,
}
const line = (id: string) => document.querySelector<HTMLElement>(`[data-testid="activity-${id}"]`)
const press = (name: string | RegExp): void => open!.byRole('button', name).click()

test('active work is in one list, with its controls, and leaves it when done', async () => {
  open = await mountApp({ photos: [fakePhoto(1)], status })
  await until(() => open!.byRole('button', 'Activity: 1 under way'), 'the button')
  press('Activity: 1 under way')
  await until(() => line('analysis')?.textContent?.includes('325 of 1,300'), 'the line')
  expect(line('analysis')!.textContent).toContain('2 min left · 8.4 photos/s')
  expect(line('analysis')!.querySelector('[role="progressbar"]')?.getAttribute('aria-valuenow')).toBe('25')
  press('Pause: Analysing')
  await until(() => open!.library.calls.some(({ name }) => name === 'analysis.pause'), 'the call')

  open.library.emit({ type: 'analysis.changed', status: { ...status, state: 'paused' } })
  await until(() => line('analysis')?.dataset['state'] === 'paused', 'a pause')
  press('Resume: Analysis')
  await until(() => open!.library.calls.some(({ name }) => name === 'analysis.resume'), 'the call')

  open.library.emit({ type: 'analysis.changed', status: { ...status, state: 'idle', analysed: 1275, pending: 0 } })
  await until(() => line('analysis') === null, 'an empty list')
  expect(document.body.textContent).toContain('Nothing is under way.')
})

test('finished work stays until dismissed, and shows what went wrong', async () => {
  open = await mountApp({ photos: [fakePhoto(1)] })
  const activities = open.app.runWithContext(() => useActivities())
  const gone: string[] = []
  const copying: Activity = {
    id: 'x',
    title: 'Copying',
    state: 'failed',
    done: 3,
    total: 9,
    problem: 'The disk is full.',
    dismiss: () => gone.push('x'),
  }
  activities.add(() => (gone.length > 0 ? [] : [copying]))
  await until(() => activities.hasProblem, 'the problem')
  press('Activity')
  await until(() => line('x')?.textContent?.includes('The disk is full.'), 'the line')
  expect(line('x')!.querySelector('[role="progressbar"]')).toBeNull()
  press('Clear finished')
  expect(gone).toEqual(['x'])
})
