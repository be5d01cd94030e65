import { expect, test } from 'vitest'
import { StepUpdater } from '../../../src-main/library/queue/step-updater.ts'
import { addNames, fingerprints, openWithRoot } from '../catalog/library.ts'

const PHOTOS = 9000

function openUpdater() {
  const { catalog, root } = openWithRoot()
  addNames(
    catalog,
    root.id,
    Array.from({ length: PHOTOS }, (_, i) => `${i}.jpg`),
  )
  const heard: string[] = []
  const updater = new StepUpdater({
    catalog,
    hub: { everythingChanged: () => void heard.push('windows') },
    onDone: () => void heard.push('done'),
    onError: (error) => void heard.push(String(error)),
  })
  return { catalog, updater, heard }
}

test(
  'the steps of all photos become pending, and windows and the analysis are notified once',
  { tags: 'night' },
  async () => {
    const { catalog, updater, heard } = openUpdater()
    expect(updater.set([])).toBe(0)
    expect(heard).toEqual([])
    await updater.idle()
    expect(catalog.analysis.counts()).toMatchObject({ pending: 0, ready: PHOTOS })
    expect(heard).toEqual(['windows', 'done'])
    expect(updater.set(fingerprints('v2'))).toBe(PHOTOS)
    await updater.idle()
    expect(catalog.analysis.counts()).toMatchObject({ pending: PHOTOS, ready: 0 })
    expect(heard).toEqual(['windows', 'done', 'windows', 'done'])
  },
)

test('closed while photos are updated, it leaves the others for the next start', async () => {
  const { catalog, updater, heard } = openUpdater()
  updater.set([])
  updater.start()
  await updater.close()
  expect(catalog.analysis.hasDueSteps()).toBe(true)
  expect(heard).toEqual([])
})
