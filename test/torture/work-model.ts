/** A person's work on one picture. */
export type Work = { rating: number; tags: Set<string> }

export const copyWork = ({ rating, tags }: Work): Work => ({ rating, tags: new Set(tags) })

/** One picture, wherever its file is, with everything the library must know about it. */
export type Picture = {
  /** Number of the picture; copies have their own. */
  readonly number: number
  /** The path of its file, or null if it was deleted. */
  file: string | null
  work: Work
  /** Its alternative work: the library was killed before it answered. */
  alternative: Work | null
  /** Its photo in the library, once known; it never changes. */
  photoId: number | null
  /** Pictures with the same pixels, itself included. */
  group: Set<Picture>
  /** The library has scanned these pixels. */
  isKnown: boolean
  /** The file was changed since the library's last scan. */
  isTouched: boolean
  /** What happened to its file since the library's last scan. */
  story: string[]
  /** Expected hash of the image data. */
  imageHash: string
}

/** Which work belongs to which file, kept beside the library and without it. */
export class WorkModel {
  readonly pictures: Picture[] = []

  add(file: string, imageHash: string, copyOf?: Picture): Picture {
    const group = copyOf?.group ?? new Set<Picture>()
    const work = { rating: 0, tags: new Set<string>() }
    const fresh = { number: this.pictures.length, file, work, alternative: null, photoId: null, group }
    const seen = { isKnown: false, isTouched: false, imageHash, story: [] }
    const picture: Picture = { ...fresh, ...seen }
    group.add(picture)
    this.pictures.push(picture)
    return picture
  }

  get present(): Picture[] {
    return this.pictures.filter((picture) => picture.file !== null)
  }

  at(file: string): Picture | undefined {
    return this.pictures.find((picture) => picture.file === file)
  }

  /** Everything below one folder is now below another. */
  moveFolder(from: string, to: string): void {
    for (const picture of this.pictures.filter(({ file }) => file?.startsWith(`${from}/`))) {
      picture.file = to + picture.file!.slice(from.length)
      picture.story.push(`folder ${from} renamed to ${to}`)
    }
  }
}
