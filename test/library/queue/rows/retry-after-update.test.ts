import { foreign } from '../../../../src-main/contract/sentences/say.ts'
import { expect, test } from 'vitest'
import { openCatalog } from '../../../../src-main/library/catalog/open-catalog.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { openWithRoot, STEPS, statusOf } from '../../catalog/library.ts'

/** As earlier versions stored them: some of these files can be read now, and some were never at fault. */
const failures = [
  ['no-preview', 'This DNG file holds no preview that can be read.'],
  ['unsupported-format', 'JXL files cannot be read.'],
  ['crashed', 'An unexpected error stopped the analysis. Details are in the log.'],
  ['damaged', 'The file is damaged (bad header).'],
] as const

test('photos that an earlier version could not read are retried once after an update', () => {
  const folder = tempFolder()
  const { catalog, add } = openWithRoot(folder)
  const ids = add(...failures.map((_, i) => `${i}.jpg`))
  const mark = (to: typeof catalog) =>
    failures.forEach(([code, reason], i) =>
      to.analysis.saveOutcome(ids[i]!, STEPS, { ok: false, code, reason: foreign(reason) }),
    )
  mark(catalog)
  catalog.close()
  const statusesIn = (version: string) => {
    const opened = openCatalog(folder, { version })
    const found = ids.map((id) => statusOf(opened, id))
    const waiting = opened.analysis.takePending(9, { first: [], busy: new Set() }).length
    mark(opened)
    opened.close()
    return [...new Set(found), waiting]
  }
  expect(statusesIn('2.0.0')).toEqual(['pending', failures.length])
  expect(statusesIn('2.0.0')).toEqual(['failed', 0])
  expect(statusesIn('2.1.0')).toEqual(['pending', failures.length])
})
