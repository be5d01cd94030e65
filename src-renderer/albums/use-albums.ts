import { useLocalStorage } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AlbumId, AlbumMove, AlbumNode, AlbumRef } from '../../src-main/contract/library/albums.ts'
import type { PhotoId } from '../../src-main/contract/library/ids.ts'
import type { ChangeResult } from '../../src-main/contract/library/history.ts'
import { useClient } from '../client/use-client.ts'
import { t } from '../locales/messages.ts'
import { usePersonChanges } from '../photos/person-changes.ts'
import { useToasts } from '../client/use-toasts.ts'

/** The tree of albums, including smart ones, and its changes. */
export const useAlbums = defineStore('albums', () => {
  const { albums } = useClient().library
  const nodes = shallowRef<readonly AlbumNode[]>([])
  const isLoaded = shallowRef(false)
  const load = async (): Promise<void> => {
    nodes.value = await albums.list()
    isLoaded.value = true
  }
  const byId = computed(
    () => new Map(nodes.value.flatMap((node) => (node.kind === 'album' ? [[node.id, node] as const] : []))),
  )
  /** The path of an album as the search writes it: `Travel/Rome`. */
  const pathOf = (id: AlbumId): string => {
    const album = byId.value.get(id)
    if (album === undefined) return ''
    const name = album.name.replaceAll('/', '\\')
    return album.parentId === null ? name : `${pathOf(album.parentId)}/${name}`
  }
  return { nodes, isLoaded, byId, load, pathOf, ...useTarget(byId), ...useAlbumChanges(load) }
})

/** The album to which a key adds photos, stored in this browser. */
function useTarget(byId: { readonly value: ReadonlyMap<AlbumId, AlbumNode> }) {
  const kept = useLocalStorage<number>('album-target', 0)
  const target = computed(() => byId.value.get(kept.value) ?? null)
  const setTarget = (id: AlbumId): void => {
    kept.value = id
  }
  return { target, setTarget }
}

/** Each change shows a notice with Undo if not all of it is visible. */
function useAlbumChanges(load: () => Promise<void>) {
  const { albums } = useClient().library
  const changes = usePersonChanges(),
    toasts = useToasts()
  const withNotice = (title: string, run: () => Promise<ChangeResult>): Promise<boolean> =>
    toasts.attempt(title, async () => {
      const result = await run()
      if (result.changeId !== null) changes.tellDone(result)
    })

  /** Null if it failed. */
  const create = async (name: string, parentId: AlbumId | null = null): Promise<AlbumId | null> => {
    let id: AlbumId | null = null
    await toasts.attempt(t('albums.notMade'), async () => {
      id = (await albums.create({ name, parentId })).id
      await load()
    })
    return id
  }
  const rename = (id: AlbumId, name: string): Promise<boolean> =>
    toasts.attempt(t('albums.notRenamed'), () => albums.rename({ id, name }))
  const remove = (id: AlbumId): Promise<boolean> => withNotice(t('albums.notRemoved'), () => albums.remove({ id }))
  const move = (to: AlbumMove): Promise<boolean> => toasts.attempt(t('albums.notMoved'), () => albums.move(to))
  /** Moves an album into another one, or to the top level; before one of its albums or after all. */
  const moveTo = (moved: AlbumRef, parentId: AlbumId | null, before: AlbumRef | null = null): Promise<boolean> =>
    move({ moved: refOf(moved), parentId, before: before && refOf(before) })
  const add = (id: AlbumId, ids: readonly PhotoId[], before: PhotoId | null = null): Promise<boolean> =>
    withNotice(t('albums.notPut'), () => albums.add({ id, ids: [...ids], before }))
  const takeOut = (id: AlbumId, ids: readonly PhotoId[]): Promise<boolean> =>
    withNotice(t('albums.notTakenOut'), () => albums.takeOut({ id, ids: [...ids] }))
  const reorder = (id: AlbumId, ids: readonly PhotoId[], before: PhotoId | null): Promise<boolean> =>
    toasts.attempt(t('albums.notOrdered'), () => albums.reorder({ id, ids: [...ids], before }))
  /** Adds photos to an album, or removes them if all of them are in it. */
  const toggle = async (id: AlbumId, ids: readonly PhotoId[]): Promise<void> => {
    let isIn = false
    const isKnown = await toasts.attempt(t('albums.notPut'), async () => {
      const there = await albums.of({ ids: [...ids].slice(0, MAX_ASKED) })
      isIn = there.some((album) => album.id === id && album.count === Math.min(ids.length, MAX_ASKED))
    })
    if (isKnown) await (isIn ? takeOut(id, ids) : add(id, ids))
  }
  return { create, rename, remove, moveTo, add, takeOut, reorder, toggle }
}

const refOf = ({ kind, id }: AlbumRef): AlbumRef => ({ kind, id })

/** Of more photos than this, only the first are checked for being in an album. */
const MAX_ASKED = 10_000
