import { expect, test } from 'vitest'
import { describeError } from '../../../src-renderer/client/describe-error.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

const alerts = (): string[] =>
  [...document.querySelectorAll('.toast[role="alert"] .text')].map((each) => each.textContent ?? '')
const rejected = (reason: unknown): Event => Object.assign(new Event('unhandledrejection'), { reason })

test('an error of the window that nothing caught is shown, and written to the log once', async () => {
  const { library, close } = await mountApp({ photos: [fakePhoto(1)] })
  const fault = new TypeError('tiles is not iterable')
  window.dispatchEvent(rejected(fault))
  window.dispatchEvent(new ErrorEvent('error', { error: fault }))
  await until(() => alerts().length > 0, 'the notice')
  expect(alerts().join()).toMatch(/^Something went wrong in this window2 times.*Details are in the log/)
  const noted = library.calls.filter(({ name }) => name === 'shell.noteFault')
  expect(noted).toHaveLength(1)
  expect(JSON.stringify(noted)).toContain('TypeError: tiles is not iterable')
  close()
})

test('a fault that a view shows in its own place is written to the log, too', async () => {
  const { library, close } = await mountApp()
  expect(describeError(new RangeError('Invalid array length'))).toBe('Unexpected error. Details are in the log.')
  await until(() => JSON.stringify(library.calls).includes('RangeError: Invalid array length'), 'the line of the log')
  expect(alerts()).toEqual([])
  close()
})

test('a connection that was lost and a layout that took two rounds are no faults', async () => {
  const { library, close } = await mountApp()
  window.dispatchEvent(rejected(new DOMException('The queue was closed', 'AbortError')))
  window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop' }))
  window.dispatchEvent(rejected(new TypeError('shown last')))
  await until(() => alerts().length > 0, 'the notice')
  expect(alerts().join()).not.toContain('times')
  expect(library.calls.filter(({ name }) => name === 'shell.noteFault')).toHaveLength(1)
  close()
})
