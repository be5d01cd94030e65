import { columnOf, type FurtherText, givenTexts, type PhotoWork, workFields } from '../catalog/catalog.ts'
import { keywordsJson, type LibraryKeywords } from './library-keywords.ts'

/** What stands before the photos; `exportedAt` in milliseconds since 1970. */
export function jsonHead(exportedAt: number, keywords: LibraryKeywords): string {
  const head = { format: 'lumafold-library', version: 1, exported_at: new Date(exportedAt).toISOString() }
  return `${JSON.stringify({ ...head, ...keywordsJson(keywords) }).slice(0, -1)},"photos":[`
}

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
    offset: photo.offset,
    position: photo.position.isGiven ? photo.position.value : null,
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
    texts: Object.fromEntries(
      Object.entries(givenTexts(photo.texts)).map(([field, text]) => [columnOf(field as FurtherText), text]),
    ),
    given: [...workFields.filter((field) => photo[field].isGiven), ...(photo.isDated ? ['taken_at'] : [])],
    sensitivity: photo.judgement,
    private: photo.isPrivate,
    tags: tags.map(({ name, source, confidence }) => ({ name, source, confidence })),
    removed_tags: removedTags,
    faces: photo.faces,
    albums: photo.albums,
  }
  return `${isFirst ? '' : ','}\n${JSON.stringify(line)}`
}
