import { useThrottleFn } from '@vueuse/core'
import { ref, watch, type Ref } from 'vue'
import type { LibraryEvent } from '../../src-main/contract/library/library-event.ts'
import { type Settings, languageOfTags } from '../../src-main/contract/library/settings.ts'
import { useAlbums } from '../albums/use-albums.ts'
import { useSavedSearches } from '../albums/use-saved-searches.ts'
import { useAnalysis } from '../analysis/use-analysis.ts'
import { useBackups } from '../backups/use-backups.ts'
import { useHealth } from '../backups/use-health.ts'
import { useCardImports } from '../cards/use-card-imports.ts'
import { useCustomClassifiers } from '../classifiers/use-custom-classifiers.ts'
import { useLearnedSuggestions } from '../classifiers/use-learned-suggestions.ts'
import { afterPaint } from '../client/after-paint.ts'
import { retryDelay, type Client } from '../client/connection.ts'
import { useShell } from '../client/use-shell.ts'
import { useConnection } from '../client/use-client.ts'
import { useLoads } from '../client/use-loads.ts'
import { useCompare } from '../compare/use-compare.ts'
import { useChoiceProgress } from '../cull/choice-progress.ts'
import { useQuestions } from '../decisions/use-questions.ts'
import { useDuplicates } from '../duplicates/use-duplicates.ts'
import { useMetadataTemplates } from '../editing/use-metadata-templates.ts'
import { useExports } from '../export/jobs/use-exports.ts'
import { useExportPresets } from '../export/presets/use-export-presets.ts'
import { useFileMoves } from '../files/use-file-moves.ts'
import { useKnownFaces } from '../faces/use-known-faces.ts'
import { useFolders } from '../folders/use-folders.ts'
import { useSectionPlaces } from '../grid/section-places.ts'
import { isOfMarks, useHistory } from '../history/use-history.ts'
import { usePhotoDetails } from '../inspector/use-photo-details.ts'
import { useKeywords } from '../keywords/use-keywords.ts'
import { useTagLabels } from '../languages/use-tag-labels.ts'
import { useTileStore } from '../map/use-tile-store.ts'
import { usePhotoMap } from '../map/use-photo-map.ts'
import { useMetadataWriting } from '../metadata/use-metadata-writing.ts'
import { useRemoved } from '../missing/use-removed.ts'
import { useModels } from '../models/use-models.ts'
import { usePair } from '../models/use-pair.ts'
import { usePeople } from '../people/use-people.ts'
import { usePhotoPages } from '../photos/photo-pages.ts'
import { useQuery } from '../photos/query.ts'
import { useSelectionSummary } from '../photos/selection-summary.ts'
import { useThumbs } from '../pictures/gathered-thumbs.ts'
import { usePrivacy } from '../privacy/use-privacy.ts'
import { usePublishing } from '../publishing/use-publishing.ts'
import { useRemote } from '../remote/use-remote.ts'
import { useFacets } from '../search/filters/facets.ts'
import { useSettings } from '../settings/use-settings.ts'
import { useSimilar } from '../similar/similar.ts'
import { useStackViews } from '../stacks/use-stack-views.ts'
import { useLibraryExport, useLibraryImport } from '../transfer/transfer.ts'

/** A library that does not answer is no reason to show nothing for longer than this, in milliseconds. */
const MAX_BLANK_MS = 600
/** Nor is a slow one to keep dialogs away. */
const MAX_INCOMPLETE_MS = 1500
/** About as many photos as a window shows of a list at first. */
const FIRST_SCREEN = 24

/**
 * Loads what the window starts with, then updates it from the library's events until aborted. `isBegun` becomes true
 * when there are photos to draw, so that the window is laid out once. `isComplete` follows when there is time for what is
 * not visible yet.
 */
export function useFollowLibrary(signal: AbortSignal): Readonly<Record<'isBegun' | 'isComplete', Ref<boolean>>> {
  const { client, state } = useConnection()
  const [isBegun, isComplete] = [ref(false), ref(false)]
  const begin = (): void => void (isBegun.value = true)
  const complete = (): void => void (isComplete.value = true)
  setTimeout(begin, MAX_BLANK_MS)
  setTimeout(complete, MAX_INCOMPLETE_MS)
  const reload = useLibraryLoading(begin)
  const onEvent = useLibraryEvents()
  usePrivacy().reloadWith(reload)

  useFolderFilterCleanup()
  useAlbumFilterCleanup()
  watch(state, (now, before) => {
    if (now === 'open' && before !== 'connecting') void reload()
  })
  void reload().then(complete)
  const { ask } = useLoads()
  void followEvents(client, { onEvent, onGap: () => void reload(), ask }, signal)
  return { isBegun, isComplete }
}

/**
 * Passes on the library's events until aborted. A stream that ends is opened again; `onGap` then reports that events
 * were missed.
 */
async function followEvents(
  { library: calls }: Client,
  {
    onEvent,
    onGap,
    ask,
  }: { onEvent: (event: LibraryEvent) => void; onGap: () => void; ask: ReturnType<typeof useLoads>['ask'] },
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 0, isFirst = true; !signal.aborted; attempt += 1) {
    // A stream breaks when its connection does, which the connection itself reports to the person.
    await ask(async () => {
      const events = await calls.library.events(undefined, { signal })
      if (!isFirst) onGap()
      isFirst = false
      for await (const event of events) {
        attempt = 0
        handleOne(onEvent, event)
      }
    })
    if (!signal.aborted) await pause(retryDelay(attempt), signal)
  }
}

/** A fault of one handler is the program's, and leaves the stream and all other events alone. */
function handleOne(handle: (event: LibraryEvent) => void, event: LibraryEvent): void {
  try {
    handle(event)
  } catch (error) {
    reportError(error)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })

/** Leaves an album that was removed, or is hidden. */
function useAlbumFilterCleanup(): void {
  const albums = useAlbums(),
    query = useQuery()
  watch(
    () => albums.nodes,
    () => {
      const { albumId } = query
      if (albumId !== null && albums.isLoaded && !albums.byId.has(albumId)) query.chooseAlbum(null)
    },
  )
}

/** Removes the filter for a folder that left the library. */
function useFolderFilterCleanup(): void {
  const folders = useFolders(),
    query = useQuery()
  watch(
    () => folders.folders,
    () => {
      const { folderId } = query
      if (folderId !== null && folders.isLoaded && !folders.byId.has(folderId)) query.chooseFolder(null)
    },
  )
}

// Loading
type Load = () => Promise<unknown>

/**
 * Loads everything that the window shows: when it opens, and whenever events may have been missed. `onPhotos` is called
 * once the photos are known.
 */
function useLibraryLoading(onPhotos: () => void): () => Promise<void> {
  const shell = useShell(),
    privacy = usePrivacy(),
    settings = useSettings(),
    labels = useTagLabels(),
    details = usePhotoDetails(),
    facets = useFacets(),
    pages = usePhotoPages(),
    thumbs = useThumbs(),
    loads = useLoads()
  const lists = [
    useFolders().load,
    useAnalysis().load,
    useChoiceProgress().refresh,
    useSimilar().refreshTiles,
    useModels().load,
    usePair().load,
  ]
  const others = [useCustomClassifiers().load, useLearnedSuggestions().load, useRemote().load, facets.refresh]
  const kept = [
    useExports().load,
    usePublishing().load,
    useHealth().load,
    useBackups().load,
    useHistory().refresh,
    useRemoved().load,
    useMetadataWriting().load,
    useQuestions().load,
    useDuplicates().follow,
    useSavedSearches().load,
    useAlbums().load,
    usePeople().follow,
    useMetadataTemplates().follow,
  ]

  const loadSettings = async (): Promise<void> => {
    labels.language = languageOfTags(await settings.load())
  }
  const all = (every: readonly Load[]): Promise<unknown> => Promise.all(every.map((load) => loads.run(load)))
  return async () => {
    await all([shell.load, loadSettings, privacy.load])
    await pages.refresh()
    // The pictures of the first tiles are on their way while the window is laid out.
    thumbs.expect(pages.pages.get(0)?.slice(0, FIRST_SCREEN) ?? [])
    await nextTask()
    onPhotos()
    // The library sends the pictures of the tiles before it is busy with what stands beside them.
    await afterPaint()
    await thumbs.arrived()
    await all([...lists, ...others, ...kept])
    void details.refresh()
  }
}

/** Resolves once calls that are under way were sent: they take several steps to get there. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

// Events
type EventOf<Type extends LibraryEvent['type']> = Extract<LibraryEvent, { type: Type }>
type Handlers = { [Type in LibraryEvent['type']]: (event: EventOf<Type>) => void }

/** Dispatches each event of the library to its store. */
function useLibraryEvents(): (event: LibraryEvent) => void {
  const refresh = useLibraryRefresh()
  const onSettings = useSettingsHandler(refresh)
  const albums = useAlbums(),
    analysis = useAnalysis(),
    transfers = [useLibraryImport(), useLibraryExport()],
    classifiers = useCustomClassifiers(),
    suggestions = useLearnedSuggestions(),
    remote = useRemote(),
    health = useHealth(),
    backups = useBackups(),
    metadata = useMetadataWriting(),
    privacy = usePrivacy(),
    tiles = useTileStore(),
    loads = useLoads()
  const onHistory = useHistoryHandler()
  const onModels = useModelHandlers()

  const handlers: Handlers = {
    'photos.changed': refresh,
    'albums.changed': () => void loads.run(albums.load),
    'folders.changed': refresh,
    'history.changed': onHistory,
    'metadata.changed': ({ state }) => metadata.accept(state),
    'analysis.changed': ({ status }) => analysis.accept(status),
    ...onModels,
    ...useExportHandlers(),
    ...useListHandlers(),
    ...useFileHandlers(),
    'transfer.changed': ({ progress }) => transfers.forEach((transfer) => transfer.accept(progress)),
    'classifiers.changed': ({ classifiers: listed }) => classifiers.accept(listed),
    'suggestions.changed': () => void suggestions.refreshSoon(),
    'remote.changed': ({ state }) => remote.accept(state),
    'health.changed': (event) => health.accept(event.health),
    'backups.changed': (event) => backups.accept(event.backups),
    'privacy.changed': (event) => privacy.accept(event.state),
    'map-tiles.changed': ({ state }) => tiles.accept(state),
    'settings.changed': ({ settings }) => onSettings(settings),
  }
  // Each handler takes the event of its own type; TypeScript cannot relate the two for a union.
  return (event) => (handlers[event.type] as (event: LibraryEvent) => void)(event)
}

function useFileHandlers(): Pick<Handlers, 'files.changed' | 'card-import.changed' | 'removed.changed'> {
  const moves = useFileMoves(),
    cards = useCardImports(),
    removed = useRemoved()
  return {
    'files.changed': ({ progress }) => moves.accept(progress),
    'card-import.changed': ({ progress }) => cards.accept(progress),
    'removed.changed': ({ progress }) => removed.accept(progress),
  }
}

type ExportEvents = 'exports.changed' | 'export-presets.changed' | 'publishing.changed'

function useExportHandlers(): Pick<Handlers, ExportEvents> {
  const exports = useExports(),
    presets = useExportPresets(),
    publishing = usePublishing(),
    loads = useLoads()
  return {
    'exports.changed': ({ job }) => exports.accept(job),
    'export-presets.changed': () => void loads.run(presets.load),
    'publishing.changed': ({ folder }) => publishing.accept(folder),
  }
}

type ListEvents =
  | 'questions.changed'
  | 'duplicates.changed'
  | 'searches.changed'
  | 'keywords.changed'
  | 'people.changed'
  | 'templates.changed'

/** Lists that are read again completely. */
function useListHandlers(): Pick<Handlers, ListEvents> {
  const questions = useQuestions(),
    duplicates = useDuplicates(),
    searches = useSavedSearches(),
    people = usePeople(),
    keywords = useKeywords(),
    templates = useMetadataTemplates(),
    loads = useLoads()
  return {
    'people.changed': () => void loads.run(people.follow),
    'questions.changed': () => void loads.run(questions.load),
    'duplicates.changed': () => void loads.run(duplicates.follow),
    'searches.changed': () => void loads.run(searches.load),
    'keywords.changed': keywords.follow,
    'templates.changed': () => void loads.run(templates.follow),
  }
}

function useModelHandlers(): Pick<Handlers, 'models.changed' | 'pair.changed'> {
  const models = useModels(),
    pair = usePair()
  return {
    'models.changed': (event) => models.accept(event.models),
    'pair.changed': ({ state }) => pair.accept(state),
  }
}

/**
 * Names of tags, keywords and countries come from the library: in another language they are loaded again. Words for
 * people appear and vanish on all photos.
 */
function useSettingsHandler(refresh: () => void): (next: Settings) => void {
  const settings = useSettings(),
    labels = useTagLabels(),
    keywords = useKeywords()
  let peopleWords: Settings['peopleWords'] = 'show'
  return (next) => {
    settings.accept(next)
    const language = languageOfTags(next)
    const isOther = language !== labels.language
    if (isOther || next.peopleWords !== peopleWords) refresh()
    if (isOther) keywords.follow()
    labels.language = language
    peopleWords = next.peopleWords
  }
}

function useHistoryHandler(): (event: EventOf<'history.changed'>) => void {
  const history = useHistory(),
    removed = useRemoved(),
    suggestions = useLearnedSuggestions(),
    keywords = useKeywords(),
    loads = useLoads()
  return ({ kind }) => {
    void history.refresh()
    if (isOfMarks(kind)) return // They come quickly one after the other, and concern none of the following.
    void suggestions.refreshSoon()
    keywords.follow()
    void loads.run(removed.load)
  }
}

const PHOTOS_EVERY_MS = 350
/** Folders and albums count their photos again. */
const TREES_EVERY_MS = 700
const COUNTS_EVERY_MS = 1500

/** Reloads what is visible after photos or folders changed; the more a part costs, the more rarely. */
function useLibraryRefresh(): () => void {
  const pages = usePhotoPages(),
    albums = useAlbums(),
    map = usePhotoMap(),
    places = useSectionPlaces(),
    details = usePhotoDetails(),
    similar = useSimilar(),
    facets = useFacets(),
    folders = useFolders(),
    questions = useQuestions(),
    privacy = usePrivacy(),
    compare = useCompare(),
    faces = useKnownFaces(),
    stackViews = useStackViews(),
    choice = useChoiceProgress(),
    sums = useSelectionSummary(),
    { run } = useLoads()

  const every = (ms: number, ...loads: Load[]): (() => unknown)[] =>
    loads.map((load) =>
      useThrottleFn(
        oneAfterAnother(() => run(load)),
        ms,
        true,
      ),
    )
  const parts = [
    ...every(PHOTOS_EVERY_MS, pages.refresh, places.refresh, map.refresh, details.refresh, similar.refreshTiles),
    ...every(PHOTOS_EVERY_MS, compare.refresh, stackViews.refresh, choice.refresh, sums.refresh),
    useThrottleFn(faces.refresh, PHOTOS_EVERY_MS, true),
    // A picture that was just analysed can raise a question.
    ...every(COUNTS_EVERY_MS, facets.refresh, questions.load, privacy.refresh),
    ...every(TREES_EVERY_MS, folders.load, albums.load),
  ]
  return () => {
    for (const refresh of parts) void refresh()
  }
}

/**
 * Runs `load` again once it is over, however often it is called meanwhile: during an import, what takes longer than the
 * time between two changes would be replaced again and again, and never arrive. `load` never rejects.
 */
function oneAfterAnother(load: Load): () => Promise<void> {
  let isRunning = false
  let isDue = false
  return async () => {
    isDue = true
    if (isRunning) return
    isRunning = true
    while (isDue) {
      isDue = false
      await load()
    }
    isRunning = false
  }
}
