import path, { parse } from 'node:path'
import { extensionOf, pictureExtensions, videoExtensions } from '../../formats/extensions.ts'

/** Names of the files that speak for a photo; undefined where there is none. */
export type SidecarNames = {
  /** `photo.CR2.xmp` (darktable, digiKam), which speaks for one file. */
  ofFile: string | undefined
  /** `photo.xmp` (Adobe), which speaks for all photos of that name. */
  ofStem: string | undefined
  /** What Google Takeout writes beside a photo. */
  takeout: string | undefined
}

const isMedium = (name: string) => pictureExtensions.has(extensionOf(name)) || videoExtensions.has(extensionOf(name))
/** As names are compared that programs write in other letters. */
export const folded = (name: string) => name.toLowerCase().normalize('NFC')

/**
 * The sidecars of a folder, found by the names of their photos in any spelling: `.Xmp`, and `named.xmp` beside
 * `NAMED.JPG` unless there is a `named.jpg`, whose sidecar that is.
 */
export class FolderSidecars {
  readonly #xmp: Map<string, string[]>
  readonly #json: Map<string, string[]>
  readonly #media = new Set<string>()

  /** `names` are all of a folder; others than sidecars, photos and films are passed over. */
  constructor(names: Iterable<string>) {
    const all = [...names]
    const byName = (extension: string) =>
      Map.groupBy(
        all.filter((name) => extensionOf(name) === extension),
        (name) => folded(stemOf(name)),
      )
    this.#xmp = byName('xmp')
    this.#json = byName('json')
    for (const name of all.filter(isMedium)) this.#media.add(name).add(stemOf(name))
  }

  of(photo: string): SidecarNames {
    const takeout = this.#json.size === 0 ? undefined : takeoutNames(photo).find((name) => this.#json.has(folded(name)))
    return {
      ofFile: this.#xmpOf(photo),
      ofStem: this.#xmpOf(stemOf(photo)),
      takeout: takeout === undefined ? undefined : this.#json.get(folded(takeout))?.[0],
    }
  }

  /** Of several spellings that of the photo comes first, then `.xmp`, then `.XMP`. */
  #xmpOf(stem: string): string | undefined {
    const rank = (name: string) =>
      (stemOf(name) === stem ? 0 : 10) + (name.endsWith('.xmp') ? 0 : name.endsWith('.XMP') ? 1 : 2)
    return (this.#xmp.get(folded(stem)) ?? [])
      .filter((name) => stemOf(name) === stem || !this.#media.has(stemOf(name)))
      .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0]
  }
}

const stemOf = (name: string): string => path.parse(name).name

/**
 * Which sidecars a photo has, by the times at which they were modified; empty without any. `modifiedMsOf` gives the time
 * of a file of the photo's folder.
 */
export function sidecarKeyOf(
  { ofFile, ofStem, takeout }: SidecarNames,
  modifiedMsOf: (name: string) => number | undefined,
): string {
  const timeOf = (name: string | undefined) => (name === undefined ? undefined : modifiedMsOf(name))
  const times = [timeOf(ofFile), timeOf(ofStem)]
  const json = timeOf(takeout)
  if (json !== undefined) times.push(json)
  return times.every((time) => time === undefined) ? '' : times.map((time) => time ?? '').join(' ')
}

/** Google cuts the names of its JSON files to so many letters before `.json`. */
const MAX_LETTERS = 46
const SUFFIX = '.supplemental-metadata'
/** What Google puts behind the names of photos that were edited there, in the languages in which it does. */
const edited =
  'edited bearbeitet modifié edité editado editada editat modificato modificata bewerkt redigerad redigert redigeret muokattu edytowane upraveno upravené düzenlendi изменено edited-edited 編集済み 수정됨 已修改 已編輯'.split(
    ' ',
  )

/**
 * Names without `.json` under which Google Takeout may describe a photo or film, the most likely first. The name is cut
 * to 46 letters, since 2024 with a part of `.supplemental-metadata`; the number of a second photo of one name stands
 * behind all of it, `IMG.jpg(1).json` for `IMG(1).jpg`; an edited copy and the film of a photo have that of the photo.
 */
function takeoutNames(photo: string): string[] {
  const { ext, core, number } = partsOf(photo)
  const titles: Title[] = []
  const original = withoutEdited(core)
  if (original !== null) {
    const [, plain = original, own = number] = /^(.+?)(\(\d+\))$/u.exec(original) ?? []
    titles.push([`${plain}${ext}`, own])
  }
  // The film of a live photo, also one that is called `PXL_1.MP` beside `PXL_1.MP.jpg`.
  if (/^\.(mp4|mov|mp|mv)$/i.test(ext))
    for (const picture of ['.HEIC', '.JPG', '.jpg', '.heic', '.jpeg'])
      titles.push([`${core}${/^\.m[pv]$/i.test(ext) ? ext : ''}${picture}`, number])
  const own = ownTitles(photo)
  return namesOf([...own.slice(0, 2), ...titles, ...own.slice(2)])
}

/** The same without those that describe another photo as well: the one that was edited, or whose film it is. */
const ownTakeoutNames = (photo: string): string[] => namesOf(ownTitles(photo))

/** Another name for what describes a photo, which begins with that of the photo. */
const newTakeoutName = (photo: string): string => `${photo.length <= MAX_LETTERS ? photo : photo + SUFFIX}.json`

/** A title, and the number behind it. */
type Title = [title: string, number: string]

const ownTitles = (photo: string): [Title, Title, Title] => {
  const { core, ext, number } = partsOf(photo)
  return [
    [`${core}${ext}`, number],
    [photo, ''],
    [core, number], // as Google wrote it for some years
  ]
}

function partsOf(photo: string) {
  const { name: stem, ext } = parse(photo)
  const [, core = stem, number = ''] = /^(.+?)(\(\d+\))$/u.exec(stem) ?? []
  return { ext, core, number }
}

const namesOf = (titles: readonly Title[]): string[] => [
  ...new Set(titles.flatMap(([title, suffix]) => cutNames(title).map((name) => name + suffix))),
]

/** A title with all of the suffix, then with ever less of it; a long title itself is cut. */
function cutNames(title: string): string[] {
  const whole = title + SUFFIX
  const names = [whole]
  // Letters are counted as UTF-16 has them, or by their bytes less one or two.
  const least = Math.min(title.length, MAX_LETTERS - 2)
  for (let length = Math.min(whole.length - 1, MAX_LETTERS + 1); length >= least; length--)
    names.push(whole.slice(0, length))
  return names
}

/** The name of what was edited, also where that suffix was cut at the end of a long name; null for other photos. */
function withoutEdited(stem: string): string | null {
  const lower = stem.toLowerCase().normalize('NFC')
  const word = edited.find((each) => lower.endsWith(`-${each}`))
  if (word !== undefined) return stem.normalize('NFC').slice(0, -(word.length + 1))
  const cut = lower.lastIndexOf('-')
  const rest = lower.slice(cut + 1)
  const isCut = stem.length >= MAX_LETTERS && cut > 0 && edited.some((each) => each.startsWith(rest))
  return isCut ? stem.slice(0, cut) : null
}
