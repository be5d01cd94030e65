import type { DamageReport } from '../../../../base/sqlite/database-task.ts'

/** Tables derived from others, in a form for searches. */
export const derivedTables: readonly string[] = [
  'photo_text',
  'line_text',
  'tag_text',
  'keyword_text',
  'folder_text',
  'packs',
]

/** Whether only derived data is damaged: such tables, and indexes. */
export const canBeMadeAgain = ({ tables }: Pick<DamageReport, 'tables'>): boolean =>
  tables.every((table) => derivedTables.includes(table))
