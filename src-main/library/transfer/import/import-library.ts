import { foreign } from '../../../contract/sentences/say.ts'
import type { ImportReport, ImportRequest } from '../../../contract/library/travel.ts'
import type { Catalog, ChangePart } from '../../catalog/catalog.ts'
import type { PersonChanges } from '../../history/person-changes.ts'
import type { ForeignSource } from './foreign/foreign-photo.ts'
import { readApart } from './host/read-apart.ts'
import { PhotoMatcher, type Match, type Unmatched } from './match/photo-matcher.ts'
import { readJsonKeywords, type ForeignKeywords } from './sources/json/read-json-keywords.ts'
import { AlbumPlanner } from './plan/album-planner.ts'
import { ImportPlanner, type ImportPlan } from './plan/import-planner.ts'
import type { KeywordSet } from '../../../contract/library/keywords.ts'
import { LIBRARY_IDS } from '../../history/kinds/change-kind.ts'

export type ImportDependencies = {
  catalog: {
    files: Pick<Catalog['files'], 'findByPath' | 'findByStem' | 'findByName' | 'withContent'>
    folders: Pick<Catalog['folders'], 'roots'>
    work: Pick<Catalog['work'], 'of'>
    keywords: Pick<Catalog['keywords'], 'records' | 'sets' | 'newSetId'>
    albums: Pick<Catalog['albums'], 'paths' | 'newId' | 'lastPlace' | 'planPut'>
  }
  changes: Pick<PersonChanges, 'applyBatch'>
}

/** Follows an import: `signal` cancels it before it changes anything. */
type ImportControl = {
  signal?: AbortSignal
  /** The present stage, the number of finished photos, and of all; null while unknown. */
  onStep?(step: 'reading' | 'comparing' | 'changing', done: number, total: number | null): void
}

/** Photos whose work is compared at once; windows are served in between. */
const PAGE = 200

/**
 * Imports a person's work from another program, as one change that can be undone. The other program's files are only
 * read. Throws `bad-params` if nothing can be read, the system's errors, and the signal's reason.
 */
export async function importLibrary(
  dependencies: ImportDependencies,
  request: ImportRequest,
  control: ImportControl = {},
): Promise<ImportReport> {
  const { catalog, changes } = dependencies
  const { source, notCarriedOver, matches, unmatched } = await matchAll(catalog, request, control)
  const plan = await planAll(catalog, matches, request, control)
  control.signal?.throwIfAborted()
  if (!request.isDryRun) control.onStep?.('changing', 0, plan.photos)
  const batch = { kind: 'import', from: source.title, photos: plan.photos } as const
  const keywords = source.kind === 'json' ? planKeywords(catalog.keywords, await readJsonKeywords(request.path)) : []
  const parts = [...keywords, ...plan.parts]
  const result = request.isDryRun || parts.length === 0 ? null : await changes.applyBatch(batch, parts)
  return {
    source: source.kind,
    title: source.title,
    photos: matches.length + unmatched.length,
    matched: matches.length,
    matchedByLikeness: matches.filter(({ by }) => by === 'likeness').length,
    unmatched,
    unmatchedIn: sharedFolder(unmatched.map(({ path }) => path)),
    changedPhotos: plan.photos,
    changes: plan.changes,
    differing: plan.differing,
    notCarriedOver,
    changeId: result?.changeId ?? null,
  }
}

type Matched = Pick<ImportReport, 'notCarriedOver'> & {
  source: ForeignSource
  matches: Match[]
  unmatched: Unmatched[]
}

async function matchAll(
  { files, folders }: ImportDependencies['catalog'],
  { path, moved, withAlbums }: ImportRequest,
  { signal, onStep }: ImportControl,
): Promise<Matched> {
  const matcher = new PhotoMatcher(files, { roots: folders.roots().map((root) => root.path), moved })
  let source: ForeignSource = { kind: 'csv', title: foreign(path) }
  let notCarriedOver: ImportReport['notCarriedOver'] = []
  let read = 0
  for await (const news of readApart(path, { withAlbums }, { signal })) {
    if (news.kind === 'source') source = news.source
    else if (news.kind === 'done') notCarriedOver = news.notCarriedOver
    else {
      for (const photo of news.photos) matcher.add(photo)
      onStep?.('reading', (read += news.photos.length), null)
    }
  }
  return { source, notCarriedOver, ...matcher.finish() }
}

async function planAll(
  { albums, work }: ImportDependencies['catalog'],
  matches: readonly Match[],
  { overwrites }: ImportRequest,
  { signal, onStep }: ImportControl,
): Promise<ImportPlan> {
  const planner = new ImportPlanner({ overwrites })
  const inAlbums = new AlbumPlanner()
  for (let start = 0; start < matches.length; start += PAGE) {
    signal?.throwIfAborted()
    onStep?.('comparing', start, matches.length)
    const page = new Map(matches.slice(start, start + PAGE).map(({ photoId, foreign }) => [photoId, foreign]))
    for (const present of work.of([...page.keys()])) planner.add(present, page.get(present.id)!.work)
    for (const [id, { work: given }] of page) inAlbums.add(id, given.albums)
    await new Promise(setImmediate)
  }
  return withAlbums(planner.finish(), inAlbums.finish(albums))
}

/** Photos that only enter an album count as well. */
function withAlbums(plan: ImportPlan, albums: ImportPlan['parts']): ImportPlan {
  const changed = new Set(
    [...plan.parts, ...albums.filter(({ change }) => change.kind === 'put-into-album')].flatMap(({ ids }) => ids),
  )
  return { ...plan, parts: [...plan.parts, ...albums], photos: changed.size }
}

/**
 * The deepest common folder of these files of another program, `.` for its own if their paths begin there; null without
 * files, or if they share none.
 */
function sharedFolder(paths: readonly string[]): string | null {
  const folders = paths.map((path) => path.split('/').slice(0, -1))
  const [first] = folders
  if (first === undefined) return null
  const isShared = (place: number) => folders.every((names) => names[place] === first[place])
  const end = first.findIndex((_, place) => !isShared(place))
  const shared = first.slice(0, end < 0 ? first.length : end).join('/')
  if (shared !== '') return shared
  return paths.every((path) => !/^(\/|[a-z]:)/i.test(path)) ? '.' : null
}

/** The changes that import keywords and sets; existing records of keywords stay, and so do existing sets. */
function planKeywords(
  present: Pick<Catalog['keywords'], 'records' | 'sets' | 'newSetId'>,
  { records, sets }: ForeignKeywords,
): ChangePart[] {
  const known = new Set([...present.records().keys()].map((name) => name.toLowerCase()))
  const named = new Set(present.sets().map(({ name }) => name.toLowerCase()))
  const first = present.newSetId()
  const newSets = sets.filter(({ name }) => !named.has(name.toLowerCase()))
  return [
    ...[...records]
      .filter(([name]) => !known.has(name.toLowerCase()))
      .map(([name, record]): ChangePart => ({ change: { kind: 'keyword', name, record }, ids: LIBRARY_IDS })),
    ...newSets.map(({ name, keywords }, at): ChangePart => {
      const set: Omit<KeywordSet, 'id'> = { name, keywords }
      return { change: { kind: 'keyword-set', id: first + at, name, set }, ids: LIBRARY_IDS }
    }),
  ]
}
