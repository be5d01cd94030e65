import { type Command, InvalidArgumentError } from 'commander'
import { AppError } from '../../../contract/errors.ts'
import { DateChange } from '../../../contract/library/date-change.ts'
import type { ChangeResult } from '../../../contract/library/history.ts'
import { readCoordinates } from '../../../contract/library/position.ts'
import { type GivenTexts, type TextField, textFields } from '../../../contract/library/text-fields.ts'
import type { OpenLibrary } from '../../../library/library.ts'
import { findPhotos } from '../library/find-photos.ts'
import { withLibrary, type CommonOptions } from '../library/with-library.ts'
import { print } from '../output/output.ts'
import { inEnglish } from '../../../contract/sentences/write-text.ts'
import { textOfIssue } from '../../../contract/issues.ts'

type SetOptions = CommonOptions & {
  field?: string[]
  date?: string
  shift?: number
  zone?: string
  fromZone?: string
  offset?: string
  fileDate?: true
  position?: string
  altitude?: number
}

/** For options that may be repeated. */
export const collect = (text: string, before?: string[]): string[] => [...(before ?? []), text]

/** The option for a field: `creator-email`. */
export const optionOf = (field: TextField): string => field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const fieldOf = (option: string): TextField | undefined => textFields.find((field) => optionOf(field) === option)

/** `lumafold set PATH... --field NAME=TEXT | --date | --shift | --zone | --offset | --file-date | --position` */
export function setCommand(program: Command): void {
  program
    .command('set')
    .description('give photos texts (headline, credit, city, …), another date or a position; no file is changed by it')
    .argument('<path...>', 'files of the photos')
    .option('--field <name=text>', 'a text; an empty one clears, name=@file gives back the file’s own', collect)
    .option('--date <time>', 'when they were taken: 2024-05-01T10:20:30, with +02:00 behind it where that is known')
    .option('--shift <time>', 'moves dates: "+1d 2h", "-30m", "+45s"', readShift)
    .option('--zone <zone>', 'dates are those of this time zone: Europe/Vienna, +02:00')
    .option('--from-zone <zone>', 'with --zone: the zone of the camera’s clock (default: what each photo says)')
    .option('--offset <offset>', 'only says how far dates are from UTC: +02:00, or none')
    .option('--file-date', 'gives back the dates of the files')
    .option('--position <place>', '"48.2082, 16.3738", degrees and minutes, none, or file for that of the file')
    .option('--altitude <metres>', 'with --position: metres above the sea', Number)
    .addHelpText('after', `\nFields: ${textFields.map(optionOf).join(', ')}`)
    .action(async (paths: string[], _options, command: Command) => {
      const options = command.optsWithGlobals<SetOptions>()
      const texts = textsOf(options.field ?? [])
      const change = dateChangeOf(options)
      if (Object.keys(texts).length === 0 && change === null && options.position === undefined)
        command.error('error: say what to set, such as --field headline="Morning", --date, --shift or --position')
      await withLibrary({ options, owner: 'lumafold set' }, async (library) => {
        const ids = await findPhotos(library, paths)
        if (Object.keys(texts).length > 0) say(await library.calls.editing.setTexts({ ids, texts }))
        if (change !== null) say(await library.calls.editing.changeDates({ ids, change }))
        if (options.position !== undefined) say(await setPosition(library, ids, options.position, options.altitude))
        await library.calls.metadata.write()
      })
    })
}

const say = ({ sentence }: ChangeResult): void => print(sentence)

function textsOf(given: readonly string[]): GivenTexts {
  return Object.fromEntries(
    given.map((each) => {
      const cut = each.indexOf('=')
      const field = fieldOf(each.slice(0, Math.max(0, cut)))
      if (field === undefined)
        throw new AppError(
          'bad-params',
          `“${each}” is no field. Write name=text; names are ${textFields.map(optionOf).join(', ')}.`,
        )
      const text = each.slice(cut + 1)
      return [field, text === '@file' ? null : text]
    }),
  )
}

const SECONDS: Readonly<Record<string, number>> = { d: 86_400, h: 3600, m: 60, s: 1 }

/** Converts `+1d 2h` or `-30m` to seconds. */
function readShift(text: string): number {
  const match = /^\s*([+-])?\s*((?:\d+\s*[dhms]\s*)+)$/i.exec(text)
  if (match === null)
    throw new InvalidArgumentError('Write days, hours, minutes and seconds, such as "+1d 2h" or "-30m".')
  const parts = [...match[2]!.matchAll(/(\d+)\s*([dhms])/gi)]
  const seconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * SECONDS[unit!.toLowerCase()]!, 0)
  return match[1] === '-' ? -seconds : seconds
}

function dateChangeOf({ date, shift, zone, fromZone, offset, fileDate }: SetOptions): DateChange | null {
  const asked: unknown[] = []
  if (date !== undefined) {
    const [, takenAt = date, ahead] = /^(.*?\d{2}:\d{2}:\d{2})([+-]\d{2}:\d{2})?$/.exec(date.replace(' ', 'T')) ?? []
    asked.push({ how: 'set', takenAt, ...(ahead && { offset: ahead }) })
  }
  if (shift !== undefined) asked.push({ how: 'by', seconds: shift })
  if (zone !== undefined) asked.push({ how: 'zone', from: fromZone ?? null, to: zone })
  if (offset !== undefined) asked.push({ how: 'offset', offset: offset === 'none' ? null : offset })
  if (fileDate) asked.push({ how: 'file' })
  if (asked.length > 1) throw new AppError('bad-params', 'Dates are changed in one way at a time.')
  if (asked.length === 0) return null
  const { success, data, error } = DateChange.safeParse(asked[0])
  if (!success)
    throw new AppError('bad-params', `The date cannot be changed so: ${inEnglish(textOfIssue(error.issues[0]!))}.`)
  return data
}

function setPosition(library: OpenLibrary, ids: number[], text: string, altitude = Number.NaN): Promise<ChangeResult> {
  if (text === 'none') return library.calls.editing.setPosition({ ids, position: 'nowhere' })
  if (text === 'file') return library.calls.editing.setPosition({ ids, position: null })
  const place = readCoordinates(text)
  if (place === null)
    throw new AppError(
      'bad-params',
      `“${text}” is no position. Write latitude and longitude, such as "48.2082, 16.3738" or "48°12'29" N 16°22'26" E".`,
    )
  const position = { ...place, altitude: Number.isFinite(altitude) ? altitude : null }
  return library.calls.editing.setPosition({ ids, position })
}
