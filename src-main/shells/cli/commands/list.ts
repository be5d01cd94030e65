import { InvalidArgumentError, type Command } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import { several } from '../../../contract/sentences/say.ts'
import type { PhotoFilter } from '../../../contract/library/query.ts'
import { parse } from '../../../contract/library/search/parse.ts'
import type { PhotoTile } from '../../../contract/library/photo.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import {
  addRowOptions,
  count as writeCount,
  note,
  print,
  printRows,
  type RowOptions,
  tell,
  untilTaken,
} from '../output/output.ts'
import { toListJson } from '../output/photo-json.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { collect, parseWhole } from '../arguments/arguments.ts'
import { exits } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'

const PAGE = 1000

type ListOptions = CommonOptions & RowOptions & { tag: string[]; color?: string; rating?: number; limit?: number }

/** `lumafold list [SEARCH] [--json | --jsonl]` */
export function listCommand(program: Command): void {
  const command = program
    .command('list')
    .description('list photos, newest first')
    .argument('[search...]', 'words of tags, names or metadata, and fields: "rome OR paris iso>800 -is:undated"')
    .option('--tag <name>', 'only photos with this tag (may be repeated)', collect, [])
    .option('--color <#rrggbb>', 'only photos with a main colour near this one', parseColor)
    .option('--rating <n>', 'only photos with this rating or a better one', parseWhole(0, 5))
    .option('--limit <n>', 'maximum number', parseWhole(1, Number.MAX_SAFE_INTEGER))
  addRowOptions(command).action(async (words: string[], _options, self: Command) => {
    const options = self.optsWithGlobals<ListOptions>()
    const filter = toFilter(words, options)
    refuseErrors(filter)
    await withLibrary({ options, owner: 'lumafold list' }, async (library) =>
      listPhotos(library, await withDescription(library, filter), options),
    )
  })
}

function parseColor(text: string): string {
  if (!/^#?[0-9a-f]{6}$/i.test(text)) throw new InvalidArgumentError('A colour is written #rrggbb.')
  return text.startsWith('#') ? text : `#${text}`
}

/** Refuses a search that is not understood: otherwise a script would continue with the wrong photos. */
function refuseErrors({ text = '' }: PhotoFilter): void {
  const errors = parse(text).problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new AppError('bad-params', several(errors.map(({ message }) => message)))
}

function toFilter(words: string[], options: ListOptions): PhotoFilter {
  return {
    ...(words.length > 0 ? { text: words.join(' ') } : {}),
    ...(options.tag.length > 0 ? { tags: options.tag } : {}),
    ...(options.color ? { color: { html: options.color, distance: 15, share: 8 } } : {}),
    ...(options.rating !== undefined ? { ratingFrom: options.rating } : {}),
  }
}

/** A search as one would say it is read as the search language, and the reading is printed. */
async function withDescription(library: OpenLibrary, filter: PhotoFilter): Promise<PhotoFilter> {
  const read = filter.text === undefined ? null : await library.calls.search.read({ text: filter.text })
  if (read === null || !read.isSentence) return filter
  note(`Read as ${read.text}`)
  for (const { text, nearest } of read.unread)
    note(`"${text}" was not understood and is left out.${nearest === null ? '' : ` Did you mean ${nearest}?`}`)
  return { ...filter, text: read.text }
}

async function listPhotos(library: OpenLibrary, filter: PhotoFilter, options: ListOptions): Promise<void> {
  const isForPrograms = options.json || options.jsonl
  const found = photosOf(library, filter, options.limit ?? Number.MAX_SAFE_INTEGER)
  const listed = isForPrograms ? await printRows(inJson(found), options) : await printPaths(found)
  await tellProblems(library, filter)
  if (listed > 0) return
  if (!isForPrograms) note('No photos match.')
  endWith(exits.nothingFound)
}

type Listed = { path: string; tile: PhotoTile }

async function* inJson(photos: AsyncIterable<Listed>) {
  for await (const { path, tile } of photos) yield toListJson(path, tile)
}

async function printPaths(photos: AsyncIterable<Listed>): Promise<number> {
  let printed = 0
  for await (const { path, tile } of photos) {
    print(describe(path, tile))
    await untilTaken()
    printed++
  }
  return printed
}

/** Photos page by page, so that a million are never in memory together. */
async function* photosOf(library: OpenLibrary, filter: PhotoFilter, limit: number) {
  for (let offset = 0; offset < limit; offset += PAGE) {
    const { tiles } = await library.calls.photos.list({ filter, offset, limit: Math.min(PAGE, limit - offset) })
    for (const tile of tiles) yield { path: await library.hostCalls.locatePhoto({ id: tile.id }), tile }
    if (tiles.length < PAGE) return
  }
}

/**
 * Prints which parts of a search find nothing, or may be misunderstood; if the search is a single such word, everything
 * is printed.
 */
async function tellProblems(library: OpenLibrary, filter: PhotoFilter): Promise<void> {
  if (filter.text === undefined) return
  const { terms, problems, withoutOne } = await library.calls.search.explain({ filter })
  const isAll = terms.length === 1 && problems.every(({ code }) => code === 'no-match')
  if (!isAll) for (const { message } of problems) tell(message)
  for (const { text, count } of withoutOne) tell(`Without ${text}: ${writeCount(count, 'photo')}`)
}

function describe(path: string, tile: PhotoTile): string {
  return `${path}${tile.status === 'ready' ? '' : ` (${tile.status})`}${tile.rating > 0 ? ` ${'★'.repeat(tile.rating)}` : ''}`
}
