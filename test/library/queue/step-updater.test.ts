import { expect, test } from 'vitest'
import { StepUpdater } from '../../../src-main/library/queue/step-updater.ts'
import { addNames, fingerprints, openWithRoot } from '../catalog/library.ts'

const PHOTOS = 9000

function openKeeper() {
  const { catalog, root } = openWithRoot()
  addNames(
    catalog,
    root.id,
    Array.from({ length: PHOTOS }, (_, i) => `${i}.jpg`),
  )
  const heard: string[] = []
  const keeper = new StepUpdater({
    catalog,
    hub: { everythingChanged: () => void heard.push('windows') },
    onDone: () => void heard.push('done'),
    onError: (error) => void heard.push(String(error)),
  })
  return { catalog, keeper, heard }
}

test(
  'all photos are told what is pending, and windows and the analysis hear of it once',
  { tags: 'night' },
  async () => {
    const { catalog, keeper, heard } = openKeeper()
    expect(keeper.set([])).toBe(0)
    expect(heard).toEqual([])
    await keeper.idle()
    expect(catalog.analysis.counts()).toMatchObject({ pending: 0, ready: PHOTOS })
    expect(heard).toEqual(['windows', 'done'])
    expect(keeper.set(fingerprints('v2'))).toBe(PHOTOS)
    await keeper.idle()
    expect(catalog.analysis.counts()).toMatchObject({ pending: PHOTOS, ready: 0 })
    expect(heard).toEqual(['windows', 'done', 'windows', 'done'])
  },
)

test('closed while photos are told, it leaves the others for the next start', async () => {
  const { catalog, keeper, heard } = openKeeper()
  keeper.set([])
  keeper.start()
  await keeper.close()
  expect(catalog.analysis.hasDueSteps()).toBe(true)
  expect(heard).toEqual([])
})
