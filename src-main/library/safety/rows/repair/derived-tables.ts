import type { DamageReport } from '../../../../base/sqlite/database-task.ts'

/** Tables that repeat what others hold, in a form for searches. */
export const derivedTables: readonly string[] = ['photo_text', 'tag_text', 'keyword_text', 'folder_text', 'packs']

/** Whether nothing is damaged but what can be made again from the rest: such tables, and indexes. */
export const canBeMadeAgain = ({ tables }: Pick<DamageReport, 'tables'>): boolean =>
  tables.every((table) => derivedTables.includes(table))
