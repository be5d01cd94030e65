import { expect, test } from 'vitest'
import type { MetadataTemplate } from '../../../src-main/contract/library/metadata-template.ts'
import { useMetadataTemplates } from '../../../src-renderer/editing/use-metadata-templates.ts'
import { until, withStores } from '../mount-app.ts'

const named = (name: string): MetadataTemplate[] => [{ id: 1, name, fields: { title: name } }]

test('a change while the templates are loaded for the first time is not missed', async () => {
  const { library, result: templates } = withStores({}, useMetadataTemplates)
  const { promise, resolve } = Promise.withResolvers<void>()
  Object.assign(library.editing, { templates: named('Trip'), templatesSent: promise })
  const first = templates.want()
  await until(() => library.calls.some(({ name }) => name === 'templates.list'), 'the first question')
  Object.assign(library.editing, { templates: named('Rome'), templatesSent: Promise.resolve() })
  await templates.follow()
  resolve()
  await first
  expect(templates.list).toEqual(named('Rome'))
})

test('templates that nothing shows are not loaded', async () => {
  const { library, result: templates } = withStores({}, useMetadataTemplates)
  library.editing.templates = named('Trip')
  await templates.follow()
  expect(library.calls.filter(({ name }) => name === 'templates.list')).toEqual([])
  await templates.want()
  await templates.want()
  expect(templates.list).toEqual(named('Trip'))
  expect(library.calls.filter(({ name }) => name === 'templates.list')).toHaveLength(1)
})
