import { type PhotoWork, workFields } from '../catalog/catalog.ts'

/** What stands before the photos; `exportedAt` in milliseconds since 1970. */
export const jsonHead = (exportedAt: number): string =>
  `{"format":"lumafold-library","version":1,"exported_at":"${new Date(exportedAt).toISOString()}","photos":[`

export const jsonEnd = (): string => '\n]}\n'

/** A photo as JSON on a line of its own; fields are only ever added. */
export function jsonLine(photo: PhotoWork, isFirst: boolean): string {
  const { title, caption, creator, copyright, rating, pick, label, tags, removedTags } = photo
  const line = {
    path: photo.path,
    other_paths: photo.otherPaths,
    status: photo.status,
    bytes: photo.bytes,
    modified_at: new Date(photo.modifiedMs).toISOString(),
    taken_at: photo.takenAt,
    orientation: photo.orientation,
    content_hash: photo.contentHash,
    image_hash: photo.imageHash,
    rating: rating.value,
    pick: pick.value,
    label: label.value,
    title: title.value,
    caption: caption.value,
    creator: creator.value,
    copyright: copyright.value,
    given: [...workFields.filter((field) => photo[field].isGiven), ...(photo.isDated ? ['taken_at'] : [])],
    sensitivity: photo.judgement,
    private: photo.isPrivate,
    tags: tags.map(({ name, source, confidence }) => ({ name, source, confidence })),
    removed_tags: removedTags,
  }
  return `${isFirst ? '' : ','}\n${JSON.stringify(line)}`
}
