import path from 'node:path'
import { extensionOf, pictureExtensions, videoExtensions } from '../../base/formats/extensions.ts'
import { takeoutNames } from './takeout-names.ts'

/** Names of the sidecars of a photo; undefined if there is none. */
export type SidecarNames = {
  /** `photo.CR2.xmp` (darktable, digiKam), for one file. */
  ofFile: string | undefined
  /** `photo.xmp` (Adobe), for all photos of that name. */
  ofStem: string | undefined
  /** Google Takeout's file beside a photo. */
  takeout: string | undefined
}

const isMedium = (name: string) => pictureExtensions.has(extensionOf(name)) || videoExtensions.has(extensionOf(name))
/** The form for comparing names whose case programs change. */
export const folded = (name: string) => name.toLowerCase().normalize('NFC')

/**
 * The sidecars of a folder, found by the names of their photos in any spelling: `.Xmp`, and `named.xmp` beside
 * `NAMED.JPG` unless a `named.jpg` has that sidecar.
 */
export class FolderSidecars {
  readonly #xmp: Map<string, string[]>
  readonly #json: Map<string, string[]>
  readonly #media = new Set<string>()

  /** `names` are all of a folder; only sidecars, photos and films are used. */
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
 * A key of a photo's sidecars, by their modification times; empty without any. `modifiedMsOf` returns the time of a
 * file of the photo's folder.
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
