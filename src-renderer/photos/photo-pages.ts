import { defineStore } from 'pinia'
import { watch } from 'vue'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import { useClient } from '../client/use-client.ts'
import { useExpectedMarks } from './expected-marks.ts'
import { PageLoader } from './page-loader.ts'
import { useQuery } from './query.ts'
import { useStacks } from '../stacks/stacks.ts'
import { BLOCK, tileAt } from './tile-source.ts'

/** The photos of the current query: pages of tiles around what is on screen. */
export const usePhotoPages = defineStore('photo-pages', () => {
  const { library } = useClient()
  const query = useQuery()
  const stacks = useStacks()
  const asked = () => ({ ...query.effective, ...stacks.asked })
  const expected = useExpectedMarks()
  const loader = new PageLoader((offset, signal) =>
    expected.read(
      () => library.photos.list({ ...asked(), offset, limit: BLOCK }, { signal }),
      (page, complete) => ({ ...page, tiles: page.tiles.map(complete) }),
    ),
  )
  expected.addView(loader.patch.bind(loader))
  let allIds: Promise<PhotoId[]> | null = null

  /** All ids of the query in order; kept until something changes. */
  const ids = (): Promise<PhotoId[]> => {
    allIds ??= library.photos.ids(asked()).catch((error: unknown) => {
      allIds = null
      throw error
    })
    return allIds
  }
  const again = (load: 'refresh' | 'restart') => (): Promise<void> => {
    allIds = null
    return loader[load]()
  }
  const refresh = again('refresh')

  watch(() => JSON.stringify(query.effective), again('restart'))
  watch(() => stacks.asked, refresh)

  return {
    ...loaded(loader),
    refresh,
    tile: (index: number) => tileAt(loader.pages, index),
    ids,
  }
})

/** What a list shows of its loader. */
const loaded = (loader: PageLoader) => ({
  pages: loader.pages,
  total: loader.total,
  photos: loader.photos,
  isLoaded: loader.isLoaded,
  problem: loader.problem,
  serial: loader.serial,
  want: loader.want.bind(loader),
})
