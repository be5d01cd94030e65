import { computed, ref, shallowRef, watch, type Ref } from 'vue'
import type { BrowsedFolder, FolderListing } from '../../src-main/contract/shell/browsing.ts'
import { describeError } from '../client/describe-error.ts'
import { useClient } from '../client/use-client.ts'
import { stepsTo } from './parent-path.ts'

/** The key of the list of roots, among listings of folders. */
const ROOTS = ''

/** Folders that the shell lists, loaded as they are opened. */
export function useFolderTree(separator: () => string) {
  const expanded = ref<string[]>([])
  const withHidden = ref(false)
  const { listings, problem, load, clear } = useListings(withHidden, (path) => {
    expanded.value = expanded.value.filter((open) => open !== path)
  })
  const roots = computed(() => listings.value.get(ROOTS)?.folders ?? [])

  const open = (path: string): Promise<FolderListing | undefined> => {
    if (!expanded.value.includes(path)) expanded.value = [...expanded.value, path]
    return load(path)
  }
  const rootPaths = async () => (await load(ROOTS))?.folders.map(({ path }) => path) ?? []
  /** Opens the folders down to a path, as far as they are listed. */
  const reveal = async (path: string): Promise<void> => {
    const steps = stepsTo(path, await rootPaths(), separator())
    for (const [index, step] of steps.slice(0, -1).entries()) {
      const listing = await open(step)
      if (!listing?.folders.some((folder) => folder.path === steps[index + 1])) return
    }
  }
  /** Starts over; a single root is opened, since there is nothing else to see. */
  const start = async (): Promise<void> => {
    clear()
    const [only, ...others] = await rootPaths()
    if (only !== undefined && others.length === 0) await open(only)
    await Promise.all(expanded.value.map(load))
  }
  watch(expanded, (paths, before) => {
    if (paths.length > before.length) problem.value = ''
    for (const path of paths) void load(path)
  })
  watch(withHidden, start)

  return { roots, listings, expanded, withHidden, problem, start, reveal, childrenOf: childrenIn(listings) }
}

/** The children of a folder: undefined if it cannot be opened; empty until they are loaded. */
const childrenIn =
  (listings: Ref<ReadonlyMap<string, FolderListing>>) =>
  (folder: BrowsedFolder): BrowsedFolder[] | undefined => {
    const listing = listings.value.get(folder.path)
    if (!folder.isReadable || listing?.folders.length === 0) return undefined
    return listing?.folders ?? []
  }

/** Listings by path, each requested once; `problem` is the reason of the latest failure. */
function useListings(withHidden: Ref<boolean>, onFailure: (path: string) => void) {
  const client = useClient()
  const listings = shallowRef<ReadonlyMap<string, FolderListing>>(new Map())
  const problem = ref('')
  let loads = new Map<string, Promise<FolderListing | undefined>>()

  const ask = async (path: string, asked: typeof loads): Promise<FolderListing | undefined> => {
    try {
      const listing = await client.shell.browseFolder({ path, withHidden: withHidden.value })
      // An answer that arrives after everything was cleared belongs to an earlier request.
      if (asked === loads) listings.value = new Map(listings.value).set(path, listing)
      return listing
    } catch (error) {
      asked.delete(path)
      problem.value = describeError(error)
      onFailure(path)
      return undefined
    }
  }
  const load = (path: string): Promise<FolderListing | undefined> => {
    const loading = loads.get(path) ?? ask(path, loads)
    loads.set(path, loading)
    return loading
  }
  const clear = (): void => {
    problem.value = ''
    listings.value = new Map()
    loads = new Map()
  }
  return { listings, problem, load, clear }
}
