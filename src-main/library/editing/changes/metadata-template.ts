import { say } from '../../../contract/sentences/say.ts'
import type { MetadataTemplate, TemplateId } from '../../../contract/library/metadata-template.ts'
import { findTemplate, writeTemplate } from '../rows/metadata-template-store.ts'
import type { ChangeKind } from '../../history/kinds/change-kind.ts'

type Template = Omit<MetadataTemplate, 'id'>

/** Saves a template under a name, or removes it. `formerName` is its name before it is renamed. */
type ChangeTemplate = {
  kind: 'metadata-template'
  id: TemplateId
  name: string
  formerName?: string
  template: Template | null
}

/** The state is the complete template. */
export const metadataTemplate: ChangeKind<ChangeTemplate, Template | null> = {
  kind: 'metadata-template',
  subject: 'library',
  announces: () => ['templates.changed'],
  given: (_context, { template }) => template,
  read: ({ db }, { id }, ids) => [{ state: stateOf(findTemplate(db, id)), ids }],
  write: ({ db }, { id }, _ids, state) => writeTemplate(db, id, state),
  describe: ({ name, formerName, template }) => {
    if (template === null) return say('changes.templateRemoved', { name })
    return formerName === undefined
      ? say('changes.templateSaved', { name })
      : say('changes.templateRenamed', { from: formerName, to: name })
  },
  photosOf: () => 0,
}

const stateOf = (found: MetadataTemplate | null): Template | null =>
  found === null ? null : { name: found.name, fields: found.fields }
