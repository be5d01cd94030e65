import { expect, test } from 'vitest'
import { tempFolder } from '../../../../fixtures/folders.ts'
import { addNames, fingerprints, openForTest, openWithRoot } from '../../../catalog/library.ts'

/** More than one report lists. */
const PHOTOS = 4500
const names = Array.from({ length: PHOTOS }, (_, i) => `${i}.jpg`)

test('many photos become pending in pieces, and a closed library resumes where it stopped', { tags: 'night' }, () => {
  const folder = tempFolder('due-steps')
  const { catalog, root } = openWithRoot(folder)
  addNames(catalog, root.id, names)
  expect(catalog.analysis.counts()).toMatchObject({ pending: PHOTOS, ready: 0 })
  expect(catalog.analysis.setSteps([])).toBe(0)
  const { pending, ready } = catalog.analysis.counts()
  expect(pending + ready).toBe(PHOTOS)
  expect(Math.min(pending, ready)).toBeGreaterThan(0)
  expect(catalog.analysis.hasDueSteps()).toBe(true)
  catalog.close()

  const again = openForTest(folder)
  expect(again.analysis.hasDueSteps()).toBe(true)
  expect(again.analysis.setSteps([])).toBe(0)
  while (again.analysis.hasDueSteps()) again.analysis.tellDueSteps()
  expect(again.analysis.counts()).toMatchObject({ pending: 0, ready: PHOTOS })
  expect(again.analysis.setSteps(fingerprints('v1'))).toBe(PHOTOS)
  expect(again.analysis.setSteps([])).toBe(0) // while the others still waited
  while (again.analysis.hasDueSteps()) again.analysis.tellDueSteps()
  expect(again.analysis.counts()).toMatchObject({ pending: 0, ready: PHOTOS })
})

test('outcomes saved meanwhile are not overwritten', () => {
  const { catalog, root } = openWithRoot()
  const ids = addNames(catalog, root.id, names)
  catalog.analysis.setSteps(fingerprints('v1', ['preview', 'tags', 'faces']))
  const last = ids.at(-1)!
  catalog.analysis.saveOutcome(last, ['preview', 'tags', 'faces'], {
    ok: true,
    findings: { thumbnail: new Uint8Array([1]), tags: [], faces: [] },
    warnings: [],
  })
  while (catalog.analysis.hasDueSteps()) catalog.analysis.tellDueSteps()
  expect(catalog.analysis.counts()).toMatchObject({ pending: PHOTOS - 1, ready: 1 })
  const faces = ids.filter((id) => id !== last).slice(-1)
  expect(catalog.analysis.takePending(1, { first: faces, busy: new Set() })[0]?.steps).toContain('faces')
})
