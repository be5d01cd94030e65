import type { PickFlag } from '../../../../contract/library/photo.ts'
import type { Db } from '../../../../sqlite/connect.ts'
import { groupRows } from '../rows/grouped-rows.ts'
import type { Layout } from '../rows/layout.ts'
import { createTagTree, type TagNode } from '../rows/tag-tree.ts'

/** digiKam keeps labels as tags within this one. */
const INTERNAL = '_Digikam_Internal_Tags_'
const COLOR = 'Color Label '
const PICK = 'Pick Label '
const picks: ReadonlyMap<string, PickFlag> = new Map([
  ['Rejected', -1],
  ['Accepted', 1],
])

/** Faces without a name. */
const NAMELESS = ['unknownPerson', 'unconfirmedPerson', 'ignoredPerson']

/** What the tags of a photo say. */
export type DigikamTags = { names: string[]; label?: string; pick?: PickFlag; isPending?: boolean }

/** The tags of photos, asked for in rising order of photos. */
export function createDigikamTags(db: Db, layout: Layout): { take(photo: number): DigikamTags } {
  // A parent of 0 or below is none.
  const nodes = db.prepare<[], TagNode>('SELECT id, nullif(max(pid, 0), 0) AS parentId, name FROM Tags').all()
  const tree = createTagTree(nodes)
  const nameless = namelessTags(db, layout)
  const rows = db.prepare<[], { photo: number; tag: number }>(
    'SELECT imageid AS photo, tagid AS tag FROM ImageTags ORDER BY imageid, tagid',
  )
  const grouped = groupRows(rows.iterate(), ({ photo }) => photo)
  return {
    take(photo) {
      const found: DigikamTags = { names: [] }
      for (const { tag } of grouped.take(photo)) {
        const levels = tree.levelsOf(tag)
        if (levels[0] === INTERNAL) Object.assign(found, choiceOf(levels.at(-1)!))
        else if (!nameless.has(tag)) found.names.push(tree.nameOf(tag))
      }
      return found
    },
  }
}

function choiceOf(name: string): Omit<DigikamTags, 'names'> {
  if (name.startsWith(PICK)) {
    const choice = name.slice(PICK.length)
    const pick = picks.get(choice)
    return pick === undefined ? { isPending: choice === 'Pending' } : { pick }
  }
  const color = name.startsWith(COLOR) ? name.slice(COLOR.length) : 'None'
  return color === 'None' ? {} : { label: color }
}

function namelessTags(db: Db, layout: Layout): ReadonlySet<number> {
  if (!layout.has('TagProperties', 'tagid') || !layout.has('TagProperties', 'property')) return new Set()
  const select = db.prepare<[string], number>(
    'SELECT tagid FROM TagProperties WHERE property IN (SELECT value FROM json_each(?))',
  )
  return new Set(select.pluck().all(JSON.stringify(NAMELESS)))
}
