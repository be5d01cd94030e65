import { InvalidArgumentError, type Command } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import { several } from '../../../contract/sentences/say.ts'
import type { PhotoFilter } from '../../../contract/library/query.ts'
import { parse } from '../../../contract/library/search/parse.ts'
import type { PhotoTile } from '../../../contract/library/photo.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { print, tell, untilTaken } from '../output/output.ts'
import { toListJson } from '../output/photo-json.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { collect, parseWhole } from '../arguments/arguments.ts'
import { exits } from '../surroundings/exit-codes.ts'
import { endWith } from '../surroundings/run.ts'

const PAGE = 1000

type ListOptions = CommonOptions & { json?: boolean; tag: string[]; color?: string; rating?: number; limit: number }

/** `lumafold list [SEARCH] [--json]` */
export function listCommand(program: Command): void {
  program
    .command('list')
    .description('list photos, newest first')
    .argument('[search...]', 'words of tags, names or metadata, and fields: "rome OR paris iso>800 -is:undated"')
    .option('--tag <name>', 'only photos with this tag (may be repeated)', collect, [])
    .option('--color <#rrggbb>', 'only photos with a main colour near this one', parseColor)
    .option('--rating <n>', 'only photos with this rating or a better one', parseWhole(0, 5))
    .option('--limit <n>', 'at most so many', parseWhole(1, Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER)
    .option('--json', 'print JSON (see JSON.md)')
    .action(async (words: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<ListOptions>()
      const filter = toFilter(words, options)
      refuseErrors(filter)
      await withLibrary({ options, owner: 'lumafold list' }, (library) => listPhotos(library, filter, options))
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

async function listPhotos(library: OpenLibrary, filter: PhotoFilter, { json, limit }: ListOptions): Promise<void> {
  let isEmpty = true
  // One photo per line keeps long lists readable and easy to compare; the comma needs to know whether another one
  // follows.
  let last: string | null = null
  for await (const { path, tile } of photosOf(library, filter, limit)) {
    if (!json) print(describe(path, tile))
    else if (isEmpty) print('[')
    if (last !== null) print(`  ${last},`)
    await untilTaken()
    if (json) last = JSON.stringify(toListJson(path, tile))
    isEmpty = false
  }
  if (last !== null) print(`  ${last}\n]`)
  else if (json) print('[]')
  await tellProblems(library, filter)
  if (!isEmpty) return
  if (!json) tell('No photos match.')
  endWith(exits.nothingFound)
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
  const { terms, problems } = await library.calls.search.explain({ filter })
  const isAll = terms.length === 1 && problems.every(({ code }) => code === 'no-match')
  if (!isAll) for (const { message } of problems) tell(message)
}

function describe(path: string, tile: PhotoTile): string {
  return `${path}${tile.status === 'ready' ? '' : ` (${tile.status})`}${tile.rating > 0 ? ` ${'★'.repeat(tile.rating)}` : ''}`
}
