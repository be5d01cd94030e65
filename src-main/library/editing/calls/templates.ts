import type { ChangeResult } from '../../../contract/library/history.ts'
import type { MetadataTemplate } from '../../../contract/library/metadata-template.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { inOrder } from '../rows/metadata-template-store.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import { applyTemplate, requireSound } from '../apply-template.ts'
import type { LibraryImplementer } from '../../api/dispatch/dispatch.ts'
import { LIBRARY_IDS } from '../../history/kinds/change-kind.ts'

export type TemplateHandlersDependencies = {
  catalog: Pick<Catalog, 'editing' | 'templates'>
  changes: Pick<PersonChanges, 'apply' | 'applyBatch'>
}

/** Handlers of `templates.*`. */
export function templateHandlers(os: LibraryImplementer, dependencies: TemplateHandlersDependencies) {
  const { changes } = dependencies
  const { templates } = dependencies.catalog
  const change = (
    { id, name, fields }: MetadataTemplate,
    { isRemoved = false, formerName }: { isRemoved?: boolean; formerName?: string } = {},
  ): Promise<ChangeResult> =>
    changes.apply({
      kind: 'metadata-template',
      ids: LIBRARY_IDS,
      id,
      name,
      ...(formerName === undefined || formerName === name ? {} : { formerName }),
      template: isRemoved ? null : { name, fields: inOrder(fields) },
    })
  return {
    list: os.templates.list.handler(() => templates.list()),
    save: os.templates.save.handler(async ({ input: { id, ...template } }) => {
      const former = id === undefined ? null : templates.get(id)
      templates.requireFreeName(template.name, id)
      requireSound(template)
      const saved = { ...template, id: id ?? templates.newId() }
      const isOnlyRenamed = JSON.stringify(inOrder(saved.fields)) === JSON.stringify(former?.fields)
      const result = await change(saved, isOnlyRenamed ? { formerName: former!.name } : {})
      return { ...result, template: saved }
    }),
    remove: os.templates.remove.handler(({ input: { id } }) => change(templates.get(id), { isRemoved: true })),
    apply: os.templates.apply.handler(({ input: { id, ids } }) => applyTemplate(dependencies, templates.get(id), ids)),
  }
}
