import { say } from '../../../contract/sentences/say.ts'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { FileTags } from '../../../contract/library/file-tags.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { MetadataReader, Reading } from '../../metadata/host/metadata-reader.ts'
import type { TagsOfFile } from '../../metadata/read-tags.ts'
import { FolderSidecars } from '../../metadata/sidecar-paths.ts'
import { chooseSidecar } from '../../metadata/plan/choose-sidecar.ts'

export type FileTagsDependencies = {
  catalog: Pick<Catalog, 'duplicates' | 'photos'>
  metadata: Pick<MetadataReader, 'readTags'>
}

/**
 * All metadata tags in the files of a photo and their sidecars. Throws `photo-not-found`; for a file that cannot be
 * read, the reason is in its place.
 */
export async function readFileTags({ catalog, metadata }: FileTagsDependencies, id: number): Promise<FileTags[]> {
  const { path: main } = catalog.photos.detail(id)
  const own = catalog.duplicates.files([id]).map((file) => file.path)
  const photos = [...new Set([main, ...own])]
  const sidecars = await Promise.all(photos.map(sidecarsOf))
  const paths = [...new Set([...photos, ...sidecars.flat()])]
  const readings = await metadata.readTags(paths)
  return paths.map((each, place) => describe(each, readings[place]))
}

async function sidecarsOf(photo: string): Promise<string[]> {
  const names = await readdir(path.dirname(photo)).catch(() => []) // the drive may be away
  const { dir, base } = path.parse(photo)
  const { takeout } = new FolderSidecars(names).of(base)
  return [...chooseSidecar(photo, names).present, ...(takeout === undefined ? [] : [path.join(dir, takeout)])]
}

function describe(file: string, reading: Reading<TagsOfFile> | undefined): FileTags {
  if (reading?.ok === false) return { path: file, groups: [], problem: reading.reason }
  const tags = reading?.value ?? null
  if (tags === null) return { path: file, groups: [], problem: say('photos.fileAway') }
  const { groups, isWhole } = tags
  const problem = isWhole ? null : say('photos.noExifTool')
  return { path: file, groups, problem }
}
