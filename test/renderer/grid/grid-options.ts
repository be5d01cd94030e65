import type { GridOptions } from '../../../src-renderer/grid/grid-layout.ts'

export const gridOptions: GridOptions = {
  mode: 'justified',
  width: 1000,
  rowHeight: 200,
  gap: 6,
  captionHeight: 0,
  headHeight: 40,
}
