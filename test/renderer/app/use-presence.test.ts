import { shallowRef } from 'vue'
import { afterEach, expect, test, vi } from 'vitest'
import { useActivities, type Activity } from '../../../src-renderer/activity/use-activities.ts'
import { useSettings } from '../../../src-renderer/settings/use-settings.ts'
import { desktopShell } from '../fake-library.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => {
  open?.close()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const exporting: Activity = { id: 'export-7', title: 'Exporting 412 photos', state: 'running', done: 0, total: 400 }

/** A window with one source of activities, and its recorded requests to the shell. */
async function openWith(state: Parameters<typeof mountApp>[0]) {
  open = await mountApp(state)
  const { app, library } = open
  const work = shallowRef<readonly Activity[]>([])
  app.runWithContext(() => useActivities()).add(() => work.value)
  const settings = app.runWithContext(() => useSettings())
  const asked = (name: string) => library.calls.filter((call) => call.name === name).map(({ input }) => input)
  return { work, settings, asked }
}

test('the desktop program gets progress in whole per cent, and the wish to stay awake', async () => {
  const { work, settings, asked } = await openWith({ shell: desktopShell })
  const last = () => asked('shell.setPresence').at(-1)
  await until(() => last() !== undefined, 'the first presence')
  expect(last()).toEqual({ isWorking: false, share: null, keepsAwake: false, staysInTray: false })
  for (const done of [100, 101, 102, 103]) {
    work.value = [{ ...exporting, done }]
    await until(() => (last() as { isWorking: boolean }).isWorking, 'work')
  }
  await until(() => (last() as { share: number }).share === 0.26, 'the share')
  expect(asked('shell.setPresence').length).toBeLessThanOrEqual(3)
  settings.change({ keepsAwake: true })
  await until(() => (last() as { keepsAwake: boolean }).keepsAwake, 'staying awake')
  settings.change({ staysInTray: true })
  await until(() => (last() as { staysInTray: boolean }).staysInTray, 'staying in the tray')
  work.value = [{ ...exporting, state: 'done', done: 400 }]
  await until(() => !(last() as { isWorking: boolean }).isWorking, 'the end')
})

test('an end is announced if nobody is watching, unless it was cancelled or is unwanted', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  const { work, settings, asked } = await openWith({ shell: desktopShell })
  const end = async (id: string, state: Activity['state']): Promise<void> => {
    work.value = [{ ...exporting, id }]
    await until(() => (asked('shell.setPresence').at(-1) as { isWorking?: boolean } | undefined)?.isWorking, id)
    work.value = [{ ...exporting, id, state, detail: '412 files' }]
    await until(() => !(asked('shell.setPresence').at(-1) as { isWorking: boolean }).isWorking, id)
  }
  await end('export-1', 'done')
  await end('export-2', 'cancelled')
  settings.change({ tellsEnd: false })
  await end('export-3', 'done')
  settings.change({ tellsEnd: true })
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  await end('export-4', 'done')
  expect(asked('shell.tellEnd')).toEqual([{ title: 'Exporting 412 photos', body: '412 files' }])
})

test('a browser has progress in its title, and as much of the rest as it allows', async () => {
  const reported: unknown[][] = []
  class AllowedNotification {
    static permission = 'granted'
    constructor(...given: unknown[]) {
      reported.push(given)
    }
  }
  vi.stubGlobal('Notification', AllowedNotification)
  const release = vi.fn(async () => undefined)
  const request = vi.fn(async () => ({ release }))
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } })
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  document.title = 'Lumafold'
  const { work, settings, asked } = await openWith({})
  await until(() => settings.isLoaded, 'the settings')
  settings.change({ keepsAwake: true })
  work.value = [{ ...exporting, done: 100 }]
  await until(() => document.title.includes('25'), 'the title')
  await until(() => request.mock.calls.length === 1, 'the lock')
  work.value = [{ ...exporting, state: 'done', done: 400, detail: '412 files' }]
  await until(() => document.title === 'Lumafold', 'the usual title')
  await until(() => release.mock.calls.length === 1, 'the end of the lock')
  expect(reported).toEqual([['Exporting 412 photos', { body: '412 files' }]])
  expect([asked('shell.setPresence'), asked('shell.tellEnd')]).toEqual([[], []])
  Reflect.deleteProperty(navigator, 'wakeLock')
})
