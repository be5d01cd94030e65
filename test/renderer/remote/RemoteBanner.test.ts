import { afterEach, expect, test } from 'vitest'
import type { RemoteState } from '../../../src-main/contract/library/remote.ts'
import { usePanels } from '../../../src-renderer/navigation/use-panels.ts'
import { fakeRemote } from '../fake-remote.ts'
import { fakePhoto } from '../fake-photos.ts'
import { mountApp, until } from '../mount-app.ts'

let open: Awaited<ReturnType<typeof mountApp>>
afterEach(() => open.close())

const banner = (): HTMLElement | null => document.querySelector('aside[aria-label="Remote service"]')
const working = {
  state: 'analysing' as const,
  scanned: 0,
  total: 4,
  analysed: 1,
  failed: 0,
  pending: 3,
  perSecond: 0,
  secondsLeft: null,
}
async function start(condition: RemoteState['condition'], { pending = 3, fallBack = false } = {}) {
  const usual = fakeRemote()
  open = await mountApp({
    photos: [fakePhoto(1)],
    status: { ...working, pending },
    engine: { name: 'local', tasks: [], isComplete: false },
    remote: {
      ...usual,
      choice: { ...usual.choice, engine: 'remote', address: 'https://api.example.com', fallBack },
      state: { ...usual.state, condition },
    },
  })
  await until(() => open.tiles().length === 1, 'the photo')
}

test('waiting photos are reported once, with ways to continue and to the settings', async () => {
  await start('unreachable')
  await until(() => banner()?.textContent?.includes('Analysis waits. The service cannot be reached.'), 'the banner')
  expect(document.querySelector('aside[aria-label="Better models"]')).toBeNull()
  open.byRole('button', 'Retry').click()
  await until(() => open.library.calls.some(({ name }) => name === 'remote.retry'), 'the call')
  open.byRole('button', 'Open settings').click()
  await until(() => document.querySelector('section[aria-label="Analysis engine"]'), 'the section')
})

test('the banner disappears as soon as the service works again', async () => {
  await start('refused')
  await until(banner, 'the banner')
  open.library.emit({ type: 'remote.changed', state: { ...open.library.state.remote.state, condition: 'ready' } })
  await until(() => banner() === null, 'no banner')
  expect(document.querySelector('aside[aria-label="Better models"]')).not.toBeNull()
})

test.each([
  ['all is well', 'ready', {}],
  ['nothing waits', 'refused', { pending: 0 }],
  ['this machine does the work meanwhile', 'unreachable', { fallBack: true }],
] as const)('no banner while %s', async (_why, condition, options) => {
  await start(condition, options)
  await until(() => document.querySelector('aside[aria-label="Better models"]'), 'what else is there to say')
  expect(banner()).toBeNull()
})

test('the inspector marks findings of the service', async () => {
  open = await mountApp({
    photos: [
      fakePhoto(1, {
        tags: [
          { name: 'harbour', label: 'harbour', confidence: 71, source: 'remote' },
          { name: 'boat', label: 'boat', confidence: 60, source: 'engine' },
        ],
      }),
    ],
  })
  await until(() => open.tiles().length === 1, 'the photo')
  open.app.runWithContext(() => usePanels()).isInspectorOpen = true
  open.tiles()[0]!.click()
  await until(() => document.querySelector('.inspector .tag'), 'the tags')
  const marked = [...document.querySelectorAll('.inspector .tag')].map((tag) => [
    tag.querySelector('.text')?.textContent,
    tag.querySelector('.source')?.getAttribute('aria-label') ?? '',
  ])
  expect(marked).toEqual([
    ['harbour', 'Found by a remote service'],
    ['boat', ''],
  ])
})
