import { say } from '../../contract/sentences/say.ts'
import { AppError } from '../../contract/errors.ts'
import type { MetadataTemplate } from '../../contract/library/metadata-template.ts'
import {
  fillPlaceholders,
  hasPlaceholders,
  placeholders,
  unknownPlaceholders,
} from '../../contract/library/template-placeholders.ts'
import type { ChangeResult } from '../../contract/library/history.ts'
import { problemOfText, type TextField } from '../../contract/library/text-fields.ts'
import type { Catalog } from '../catalog/catalog.ts'
import { problemSentence } from './changes/problem-sentence.ts'
import type { PersonChanges } from '../history/person-changes.ts'
import { PartsByValue } from './parts-by-value.ts'

export type TemplateDependencies = {
  catalog: { editing: Pick<Catalog['editing'], 'placeholderValues'> }
  changes: Pick<PersonChanges, 'apply' | 'applyBatch'>
}

type Fields = MetadataTemplate['fields']

const entriesOf = (fields: Fields) => Object.entries(fields) as [TextField, string][]

/** Throws `bad-params` if a template has a text that does not fit its field, or an unknown placeholder. */
export function requireSound({ fields }: Pick<MetadataTemplate, 'fields'>): void {
  for (const [field, text] of entriesOf(fields)) {
    const [unknown] = unknownPlaceholders(text)
    if (unknown !== undefined)
      throw new AppError(
        'bad-params',
        say('texts.placeholder', {
          written: `{${unknown}}`,
          known: placeholders.map((name) => `{${name}}`).join(', '),
          opened: '{{',
          closed: '}}',
        }),
      )
    const problem = hasPlaceholders(text) ? null : problemOfText(field, text)
    if (problem !== null) throw new AppError('bad-params', problemSentence(problem, text))
  }
}

/** Gives photos the texts of a template, as one entry of the history. */
export async function applyTemplate(
  { catalog, changes }: TemplateDependencies,
  { name, fields }: MetadataTemplate,
  ids: readonly number[],
): Promise<ChangeResult> {
  const isSame = entriesOf(fields).every(([, text]) => !hasPlaceholders(text))
  if (isSame) return changes.apply({ kind: 'fields', values: fields, template: name, ids })
  const parts = new PartsByValue()
  for (const { id, values } of catalog.editing.placeholderValues(ids)) {
    const filled = entriesOf(fields).map(([field, text]) => [field, fillPlaceholders(text, values).trim()])
    parts.add(id, { kind: 'fields', values: Object.fromEntries(filled) as Fields, template: name })
  }
  return changes.applyBatch({ kind: 'edit-metadata', how: 'template', name, photos: parts.photos }, parts.list())
}
