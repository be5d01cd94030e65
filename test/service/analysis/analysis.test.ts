import { expect, onTestFinished, test } from 'vitest'
import type { OwnerPorts } from '../../../src-main/analysis/operations/ports.ts'
import { openAnalysis } from '../../../src-main/service/analysis/analysis.ts'
import type { Account } from '../../../src-main/service/ports/ports.ts'
import { resourcesDir } from '../../fixtures/folders.ts'

const ports: Record<string, OwnerPorts> = {
  anna: {
    taggers: { modelOf: (id) => (id === 'boats' ? 'model' : null), tag: () => [] },
    categorizers: {
      modelOf: () => 'model',
      list: () => [{ id: 'mine', title: 'Mine', labels: ['keep'] }],
      rate: () => [],
    },
  },
}

test("an account sees the built-in categorizers and its own, and no other account's taggers", async () => {
  const analysis = openAnalysis({
    resourcesDir,
    modelsDir: 'no-such-folder',
    portsOf: (owner) => ports[owner] ?? {},
    log: { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  onTestFinished(() => analysis.close())
  const [anna, bert] = [{ id: 'anna' } as Account, { id: 'bert' } as Account]
  expect((await analysis.categorizers(anna)).map(({ id }) => id)).toEqual([
    'general_v3',
    'personal_photos',
    'nsfw_beta',
    'mine',
  ])
  expect((await analysis.categorizers(bert)).map(({ id }) => id)).not.toContain('mine')
  expect([
    await analysis.hasTagger(anna, 'boats'),
    await analysis.hasTagger(anna, 'x'),
    await analysis.hasTagger(bert, 'boats'),
  ]).toEqual([true, false, false])
})
