import { computed } from 'vue'
import type { ListColumn } from '../../src-main/contract/library/list-column.ts'
import { useSettings } from '../settings/use-settings.ts'
import { columnDefinitions, toggleColumn, type ColumnDefinition } from './list-columns.ts'

/** A column as it is shown; `width` is in CSS pixels. */
export type DrawnColumn = ColumnDefinition & { column: ListColumn; width: number }

const NARROWEST = 40
const WIDEST = 1200
/** The picture at the beginning of a line, with its padding, in CSS pixels. */
const PICTURE_WIDTH = 64
const LIKENESS_WIDTH = 136

/** The columns that the person chose for the list, saved with the library. */
export function useListColumns() {
  const settings = useSettings()
  const columns = computed<DrawnColumn[]>(() =>
    settings.settings.listColumns.map(({ column, width }) => {
      const definition = columnDefinitions[column]
      return { ...definition, column, width: width ?? definition.width }
    }),
  )
  const resize = (column: ListColumn, width: number | null): void => {
    const next = width === null ? null : Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)))
    const listColumns = settings.settings.listColumns.map((each) =>
      each.column === column ? { column, width: next } : each,
    )
    settings.change({ listColumns })
  }
  const toggle = (column: ListColumn): void =>
    settings.change({ listColumns: toggleColumn(settings.settings.listColumns, column) })
  return { columns, resize, toggle }
}

/** The widths of all columns in CSS, beginning with those that are always shown. */
export function gridColumns(columns: readonly DrawnColumn[], hasLikeness: boolean): Record<string, string> {
  const widths = [PICTURE_WIDTH, ...(hasLikeness ? [LIKENESS_WIDTH] : []), ...columns.map(({ width }) => width)]
  return {
    '--columns': widths.map((width) => `${width}px`).join(' '),
    '--columns-width': `${widths.reduce((sum, width) => sum + width, 0)}px`,
  }
}
