import { say } from '../../../contract/sentences/say.ts'
import { AppError } from '../../../contract/errors.ts'
import type { MetadataTemplate, TemplateId } from '../../../contract/library/metadata-template.ts'
import { textFields } from '../../../contract/library/text-fields.ts'
import type { Db } from '../../../base/sqlite/connect.ts'
import { foldText } from '../../../contract/fold-text.ts'

/** Sets of texts under a name; changes go through `catalog.changes`, like all changes of a person. */
export type MetadataTemplateStore = {
  /** By name. */
  list(): MetadataTemplate[]
  /** Throws `bad-params` for an unknown id. */
  get(id: TemplateId): MetadataTemplate
  /** A number that no template ever had. */
  newId(): TemplateId
  /** Throws `bad-params` if another template has this name, ignoring case. */
  requireFreeName(name: string, except?: TemplateId): void
}

type Row = { id: TemplateId; name: string; fields: string }

const inWords = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

export function createMetadataTemplateStore({ db }: { db: Db }): MetadataTemplateStore {
  const list = () =>
    db
      .prepare<[], Row>('SELECT id, name, fields FROM metadata_templates')
      .all()
      .map(toTemplate)
      .sort((a, b) => inWords.compare(a.name, b.name) || a.id - b.id)
  return {
    list,
    get: (id) => {
      const found = findTemplate(db, id)
      if (found === null) throw new AppError('bad-params', say('unknown.thing', { thing: 'template', id }))
      return found
    },
    newId: () =>
      1 +
      (db.prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'metadata_templates'").pluck().get() ?? 0),
    requireFreeName: (name, except) => {
      const other = list().find((each) => each.id !== except && foldText(each.name) === foldText(name.trim()))
      if (other !== undefined) throw new AppError('bad-params', say('errors.templateTaken', { name: other.name }))
    },
  }
}

export function findTemplate(db: Db, id: TemplateId): MetadataTemplate | null {
  const row = db.prepare<[number], Row>('SELECT id, name, fields FROM metadata_templates WHERE id = ?').get(id)
  return row === undefined ? null : toTemplate(row)
}

/** Writes or deletes the template with an id. */
export function writeTemplate(db: Db, id: TemplateId, template: Omit<MetadataTemplate, 'id'> | null): void {
  if (template === null) return void db.prepare('DELETE FROM metadata_templates WHERE id = ?').run(id)
  const { name, fields } = template
  db.prepare('INSERT OR REPLACE INTO metadata_templates (id, name, fields) VALUES (?, ?, ?)').run(
    id,
    name,
    JSON.stringify(inOrder(fields)),
  )
}

/** Fields in a fixed order, since the states of changes are compared as JSON. */
export const inOrder = (fields: MetadataTemplate['fields']): MetadataTemplate['fields'] =>
  Object.fromEntries(textFields.flatMap((field) => (fields[field] === undefined ? [] : [[field, fields[field]]])))

const toTemplate = ({ id, name, fields }: Row): MetadataTemplate => ({
  id,
  name,
  fields: inOrder(JSON.parse(fields) as MetadataTemplate['fields']),
})
