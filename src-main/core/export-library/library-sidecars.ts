import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { noTexts } from '../../contract/library/empty-metadata.ts'
import { AppError } from '../../contract/errors.ts'
import { editXmp } from '../../formats/xmp/edit-xmp.ts'
import type { XmpEdit } from '../../formats/xmp/property-xml.ts'
import { givenTexts, type PhotoWork, workFields } from '../catalog/catalog.ts'
import { toCollection } from '../metadata/album-collections.ts'
import { type Said, type Values, valuesOf as valuesOfFile } from '../metadata-write/plan/work.ts'
import { editsOf } from '../metadata-write/plan/xmp-edits.ts'
import type { NewFile } from './write-whole.ts'

/**
 * Where the sidecars of photos go: a folder for each watched folder, by its name, laid out as that one is. Throws
 * `bad-params` where they would lie beside photos, whose sidecars another program may have written.
 */
export class SidecarPlaces {
  readonly #folder: string
  readonly #names = new Map<string, string>()

  constructor(folder: string, roots: readonly string[]) {
    this.#folder = folder
    for (const root of roots.toSorted()) this.#names.set(root, this.#freeName(path.basename(root) || 'photos'))
    for (const name of this.#names.values()) refuseBeside(path.join(folder, name), roots)
  }

  placeOf({ path: photo, root }: Pick<PhotoWork, 'path' | 'root'>): string {
    return `${path.join(this.#folder, this.#names.get(root) ?? 'photos', path.relative(root, photo))}.xmp`
  }

  #freeName(wanted: string): string {
    const taken = new Set(this.#names.values())
    let name = wanted
    for (let number = 2; taken.has(name); number++) name = `${wanted} (${number})`
    return name
  }
}

function refuseBeside(folder: string, roots: readonly string[]): void {
  const root = roots.find((each) => folder === each || folder.startsWith(each + path.sep))
  if (root !== undefined)
    throw new AppError(
      'bad-params',
      `Sidecars in ${folder} would lie within the watched folder ${root}. Choose a folder elsewhere. Beside the ` +
        'photos they are written, merged with those that are there, by choice: in the settings, or by ' +
        '"lumafold metadata sidecars".',
    )
}

/** Whether there is anything to say of a photo that a person, or its file, gave it, or of its albums. */
export const hasWork = (photo: PhotoWork): boolean =>
  Object.keys(valuesOf(photo)).length > 0 || ownTags(photo.tags).length > 0 || photo.albums.length > 0

/** A time, and how the photo is turned, are the file's to tell where the file says them. */
const valuesOf = (photo: PhotoWork): Values => ({
  ...Object.fromEntries(
    workFields.flatMap((field) => {
      const { value, isGiven } = photo[field]
      // No stars and no flag can be said, over what the file itself says.
      return value === '' || (value === 0 && !isGiven) ? [] : [[field, value]]
    }),
  ),
  ...givenTexts(photo.texts),
  ...(photo.isDated && { takenAt: photo.takenAt && photo.takenAt + (photo.offset ?? '') }),
  ...(photo.position.isGiven && photo.position.value !== '' && { position: photo.position.value }),
  ...(photo.orientation !== null && { orientation: photo.orientation }),
})

/** Writes a photo's sidecar in one step. */
export async function writeSidecar({ file, temporary }: NewFile, photo: PhotoWork): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  try {
    await writeFile(temporary, packetOf(photo))
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

const nothingSaid: Said = {
  values: valuesOfFile({
    rating: null,
    pick: null,
    label: null,
    ...noTexts(),
    takenAt: null,
    orientation: null,
    position: null,
  }),
  keywords: null,
}

function packetOf(photo: PhotoWork): Buffer {
  const values = valuesOf(photo)
  const keywords = ownTags(photo.tags)
  const edits = editsOf(null, nothingSaid, { values, keywords: keywords.length > 0 ? keywords : null })
  const written = editXmp(null, [...edits, albumsEdit(photo)])
  if ('problem' in written) throw new Error(`A new packet cannot be written: ${written.problem}`)
  return written.bytes
}

const albumsEdit = ({ albums }: PhotoWork): XmpEdit => ({
  name: 'mwg-coll:Collections',
  value: { kind: 'collections', collections: albums.map(toCollection) },
})

/** What engines and classifiers found is not the person's to take along. */
const ownTags = (tags: PhotoWork['tags']): string[] => [
  ...new Set(tags.filter(({ source }) => source === 'person' || source === 'file').map(({ name }) => name)),
]
