import { inEnglish } from '../../../contract/sentences/write-text.ts'
import type { Command } from 'commander'
import type { PhotoDetail, PickFlag } from '../../../contract/library/photo.ts'
import { say } from '../../../contract/sentences/say.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { findPhoto } from '../library/find-photos.ts'
import { formatTable, print, printJson } from '../output/output.ts'
import { toPhotoJson } from '../output/photo-json.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'

/** `lumafold show PATH [--why WORD] [--json]` */
export function showCommand(program: Command): void {
  program
    .command('show')
    .description('show everything known about a photo')
    .argument('<path>', 'file of the photo')
    .option('--why <word>', 'say why the photo has or lacks a tag; its models look at it again')
    .option('--json', 'print JSON (see JSON.md)')
    .action(async (path: string, _options, command: Command) => {
      const options = command.optsWithGlobals<CommonOptions & { json?: boolean; why?: string }>()
      await withLibrary({ options, owner: 'lumafold show' }, async (library) => {
        const id = await findPhoto(library, path)
        if (options.why !== undefined) return explain(library, id, options.why, options.json)
        const photo = await library.calls.photos.get({ id })
        if (options.json) printJson(toPhotoJson(photo))
        else for (const line of formatTable(describe(photo))) print(line)
      })
    })
}

/** The first sentence says whether the photo has the tag, the others why. */
async function explain(library: OpenLibrary, id: number, word: string, asJson = false): Promise<void> {
  const explanations = (await library.calls.photos.explainTag({ id, word })).map(({ reasons, ...about }) => ({
    ...about,
    reasons: reasons.map(({ key, values }) => ({ key, values, text: inEnglish(say(`why.${key}`, values)) })),
  }))
  if (asJson) return printJson(explanations)
  for (const [place, { reasons }] of explanations.entries()) {
    if (place > 0) print()
    for (const [line, { text }] of reasons.entries()) print(line === 0 ? text : `  ${text}`)
  }
}

const flags: Readonly<Record<PickFlag, string>> = { 1: 'picked', 0: '', [-1]: 'rejected' }

type Row = [name: string, value: string]

function describe(photo: PhotoDetail): string[][] {
  const { metadata } = photo
  const camera = [metadata.cameraMake, metadata.cameraModel, metadata.lens].filter(Boolean).join(', ')
  const rows: Row[] = [
    ['Path', photo.path],
    ['Status', photo.reason === null ? photo.status : `${photo.status}: ${inEnglish(photo.reason)}`],
    ['Picture', `${photo.width} x ${photo.height} ${photo.format}`],
    ['Taken', photo.takenAt === null ? '' : [photo.takenAt, metadata.offset ?? ''].join(' ').trim()],
    ['Camera', camera],
    ['Place', photo.place],
    ['Rating', photo.rating > 0 ? '★'.repeat(photo.rating) : ''],
    ['Flag', flags[photo.pick]],
    ['Label', photo.label],
    ['Caption', metadata.caption ?? ''],
    ...describeFindings(photo),
    ['Sensitivity', photo.judgement === null ? '' : `${photo.judgement}, as set by the person`],
    ['Private', photo.isPrivate ? 'yes' : ''],
    [
      'NSFW',
      photo.nsfwShares
        ? `${photo.nsfw} (nsfw ${Math.round(photo.nsfwShares.nsfw)}%, underwear ${Math.round(photo.nsfwShares.underwear)}%)`
        : '',
    ],
  ]
  return rows.filter(([, value]) => value !== '')
}

/** The results of the analysis. */
function describeFindings(photo: PhotoDetail): Row[] {
  return [
    [
      'Tags',
      photo.tags
        .map((tag) => (tag.source === 'person' ? tag.name : `${tag.name} ${Math.round(tag.confidence)}%`))
        .join(', '),
    ],
    [
      'Categories',
      photo.categories.map((category) => `${category.name} ${Math.round(category.confidence)}%`).join(', '),
    ],
    [
      'Colours',
      (photo.colors?.image_colors ?? [])
        .map((color) => `${color.closest_palette_color} ${color.html_code} ${Math.round(color.percent)}%`)
        .join(', '),
    ],
    ['Faces', photo.faceList.length > 0 ? String(photo.faceList.length) : ''],
  ]
}
