import { afterEach, expect, test } from 'vitest'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>> | undefined
afterEach(() => open?.close())
const card = () => document.querySelector('[aria-label="Analysis"]')

test('failed photos are reported until they leave the library', async () => {
  const status = { state: 'idle', scanned: 2, total: 2, analysed: 0, failed: 2, pending: 0 } as const
  open = await mountApp({
    photos: [fakePhoto(1, { status: 'failed' }), fakePhoto(2, { status: 'failed' }), fakePhoto(3)],
    status: { ...status, perSecond: 0, secondsLeft: null },
  })
  await until(() => card()?.textContent?.includes('2 failed'), 'the count')
  const { library } = open
  library.state.photos = library.state.photos.filter(({ id }) => id === 3)
  library.emit({ type: 'photos.changed', ids: [1, 2], isWholeLibrary: false })
  await until(() => card() === null, 'no count')
  expect(document.body.textContent).not.toContain('2 failed')
})

test('idle steps are reported, with the time of their measurement', async () => {
  const status = { state: 'idle', scanned: 0, total: 0, analysed: 0, failed: 0, pending: 0 } as const
  const rest = { perSecond: 0, secondsLeft: null }
  open = await mountApp({ status: { ...status, ...rest, late: { photos: 1200, isRunning: false } } })
  await until(
    () => card()?.textContent?.includes('The sharpness of 1,200 photos is measured while you are away'),
    'what is left',
  )
  open.library.emit({
    type: 'analysis.changed',
    status: { ...status, ...rest, late: { photos: 1199, isRunning: true } },
  })
  await until(() => card()?.textContent?.includes('Measuring sharpness: 1,199 photos left'), 'that it is under way')
})
