import type { RootRow } from '../../../src-main/library/catalog/catalog.ts'

/** A watched folder about which nothing is known yet. */
export const aRoot = (id: number, path: string, more: Partial<RootRow> = {}): RootRow => ({
  id,
  path,
  isAvailable: true,
  watching: 'auto',
  volume: '',
  inode: '',
  problems: {},
  ...more,
})
