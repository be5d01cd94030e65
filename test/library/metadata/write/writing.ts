import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, onTestFinished, vi } from 'vitest'
import type { PhotoMetadata } from '../../../../src-main/contract/library/photo.ts'
import type { MetadataWriting } from '../../../../src-main/contract/library/settings.ts'
import { putEmptyLibrary } from '../../../fixtures/catalog-template.ts'
import { openCatalog } from '../../../../src-main/library/catalog/open-catalog.ts'
import { MetadataWriter } from '../../../../src-main/library/metadata/write/metadata-writer.ts'
import { fileInfoOf, foundFileOf } from '../../../../src-main/library/ingest/reconcile/found-file.ts'
import { createExifToolWriter } from '../../../../src-main/library/metadata/plan/exiftool-writer.ts'
import { prepare } from '../../../../src-main/library/metadata/plan/prepare.ts'
import type { PrepareRequest } from '../../../../src-main/library/metadata/plan/prepared.ts'
import type { BatchDependencies } from '../../../../src-main/library/metadata/write/write-batch.ts'
import { readMetadata } from '../../../../src-main/library/metadata/read-metadata.ts'
import { tempFolder } from '../../../fixtures/folders.ts'
import { drawPicture } from '../../../fixtures/pictures.ts'
import { LIBRARY_IDS } from '../../../../src-main/library/history/kinds/change-kind.ts'

/** ExifTool, which ends by itself after some idle seconds. */
const tool = createExifToolWriter()
afterAll(() => tool.close())
export const prepareHere = (requests: readonly PrepareRequest[]) =>
  Promise.all(requests.map((request) => prepare(request, tool)))

const picture = await drawPicture({ width: 8, height: 8 })

type Library = { catalog: ReturnType<typeof openCatalog>; writer: MetadataWriter }

/** Chooses as a person where metadata are written. */
export function choose({ catalog, writer }: Library, mode: MetadataWriting) {
  catalog.changes.apply({ kind: 'metadata-writing', mode, ids: LIBRARY_IDS })
  return writer.follow()
}

type Given = { folder?: string; libraryDir?: string } & Partial<BatchDependencies>

/** A library with a folder of photos, and a writer that writes on request. */
export function openWriting({
  folder = tempFolder('photos'),
  libraryDir = tempFolder('library'),
  ...given
}: Given = {}) {
  const now = vi.fn(() => 1_700_000_000_000)
  putEmptyLibrary(libraryDir)
  const catalog = openCatalog(libraryDir, { now })
  onTestFinished(() => catalog.close())
  const root = catalog.folders.roots()[0] ?? catalog.folders.addRoot(folder)
  const adopted: number[] = []
  const writer = new MetadataWriter({
    catalog,
    log: {
      warn: () => undefined,
      error: (message) => {
        if (message !== 'Writing metadata failed') throw new Error(message)
      },
    },
    prepare: prepareHere,
    onAdopted: (ids) => void adopted.push(...ids),
    onChanged: () => undefined,
    now,
    elapsed: now,
    ...given,
  })
  onTestFinished(() => writer.close())
  const path = (name: string) => join(folder, name)
  /** Reads a photo's metadata as the library does after a scan or a change of its sidecar. */
  const read = async (id: number) => {
    const found = await readMetadata(catalog.files.pathOf(id))
    catalog.files.saveMetadata([{ id, ...found! }])
  }
  return {
    catalog,
    root,
    writer,
    now,
    adopted,
    folder,
    libraryDir,
    path,
    read,
    /** Adds photos to folder and library and reads their metadata. */
    async add(...names: string[]): Promise<number[]> {
      for (const name of names) {
        mkdirSync(join(folder, name, '..'), { recursive: true })
        writeFileSync(path(name), picture)
      }
      const ids = catalog.files.add(
        names.map((name) => {
          const folderId = catalog.folders.ensure(root.id, name.split('/').slice(0, -1).join('/'))
          return fileInfoOf(folderId, foundFileOf('', name.split('/').at(-1)!, statSync(path(name), { bigint: true })))
        }),
      )
      for (const id of ids) await read(id)
      return ids
    },
    /** Adds an existing file to the library. */
    async record(name: string): Promise<number> {
      const folderId = catalog.folders.ensure(root.id, '')
      const [id] = catalog.files.add([
        fileInfoOf(folderId, foundFileOf('', name, statSync(path(name), { bigint: true }))),
      ])
      await read(id!)
      return id!
    },
    rate: (id: number, rating: number) => catalog.changes.apply({ kind: 'rate', ids: [id], rating }),
    text: (name: string) => readFileSync(path(name), 'utf8'),
    detail: (id: number) => catalog.photos.detail(id),
  }
}

/** A sidecar as another program writes it. */
export function sidecarOf({ attributes = '', inner = '' }: { attributes?: string; inner?: string }): string {
  const names = [
    'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"',
    'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    'xmlns:dc="http://purl.org/dc/elements/1.1/"',
    'xmlns:crs="http://ns.adobe.com/camera-raw-settings/1.0/"',
  ].join(' ')
  return `<rdf:RDF ${names}>\n <rdf:Description rdf:about="" crs:Exposure="+0.35"${attributes}>${inner}<!-- kept --></rdf:Description>\n</rdf:RDF>\n`
}

export const bag = (...items: string[]): string =>
  `<dc:subject><rdf:Bag>${items.map((item) => `<rdf:li>${item}</rdf:li>`).join('')}</rdf:Bag></dc:subject>`

/** The result of the program's own reader. */
export const readBack = async (file: string): Promise<PhotoMetadata> => (await readMetadata(file))!.metadata
