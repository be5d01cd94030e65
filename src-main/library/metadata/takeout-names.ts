import { parse } from 'node:path'

/** Google cuts the names of its JSON files to this many letters before `.json`. */
const MAX_LETTERS = 46
const SUFFIX = '.supplemental-metadata'
/** Google's suffixes for edited photos, in its languages. */
const edited =
  'edited bearbeitet modifié edité editado editada editat modificato modificata bewerkt redigerad redigert redigeret muokattu edytowane upraveno upravené düzenlendi изменено edited-edited 編集済み 수정됨 已修改 已編輯'.split(
    ' ',
  )

/**
 * Names without `.json` under which Google Takeout may describe a photo or film, the most likely first. The name is cut
 * to 46 letters, since 2024 with a part of `.supplemental-metadata`. The number of a second photo of one name comes
 * last, `IMG.jpg(1).json` for `IMG(1).jpg`. An edited copy and the film of a photo share the photo's JSON.
 */
export function takeoutNames(photo: string): string[] {
  const { ext, core, number } = partsOf(photo)
  const titles: Title[] = []
  const original = withoutEdited(core)
  if (original !== null) {
    const [, plain = original, own = number] = /^(.+?)(\(\d+\))$/u.exec(original) ?? []
    titles.push([`${plain}${ext}`, own])
  }
  // The film of a live photo, also `PXL_1.MP` beside `PXL_1.MP.jpg`.
  if (/^\.(mp4|mov|mp|mv)$/i.test(ext))
    for (const picture of ['.HEIC', '.JPG', '.jpg', '.heic', '.jpeg'])
      titles.push([`${core}${/^\.m[pv]$/i.test(ext) ? ext : ''}${picture}`, number])
  const own = ownTitles(photo)
  return namesOf([...own.slice(0, 2), ...titles, ...own.slice(2)])
}

/** The same without those that describe another photo as well: the unedited one, or the film's photo. */
export const ownTakeoutNames = (photo: string): string[] => namesOf(ownTitles(photo))

/** Another name for a photo's JSON, which begins with the photo's name. */
export const newTakeoutName = (photo: string): string => `${photo.length <= MAX_LETTERS ? photo : photo + SUFFIX}.json`

/** A title, and the number after it. */
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

/** A title with the complete suffix, then with ever less of it; a long title itself is cut. */
function cutNames(title: string): string[] {
  const whole = title + SUFFIX
  const names = [whole]
  // Letters are counted in UTF-16, or by their bytes less one or two.
  const min = Math.min(title.length, MAX_LETTERS - 2)
  for (let length = Math.min(whole.length - 1, MAX_LETTERS + 1); length >= min; length--)
    names.push(whole.slice(0, length))
  return names
}

/** The name of the unedited photo, even if that suffix was cut at the end of a long name; null for other photos. */
function withoutEdited(stem: string): string | null {
  const lower = stem.toLowerCase().normalize('NFC')
  const word = edited.find((each) => lower.endsWith(`-${each}`))
  if (word !== undefined) return stem.normalize('NFC').slice(0, -(word.length + 1))
  const cut = lower.lastIndexOf('-')
  const rest = lower.slice(cut + 1)
  const isCut = stem.length >= MAX_LETTERS && cut > 0 && edited.some((each) => each.startsWith(rest))
  return isCut ? stem.slice(0, cut) : null
}
