import { readElement } from '../../base/formats/matroska/read-matroska.ts'
import type { OpenFile } from './with-file.ts'
import { decodeText, noTags, noteText, type FilmTags } from './film-tags.ts'

const SEGMENT = 0x18538067
const SEEK_HEAD = 0x114d9b74
const SEEK = 0x4dbb
const SEEK_ID = 0x53ab
const SEEK_POSITION = 0x53ac
const INFO = 0x1549a966
const DATE = 0x4461
const TITLE = 0x7ba9
const TAGS = 0x1254c367
const TAG = 0x7373
const SIMPLE_TAG = 0x67c8
const TAG_NAME = 0x45a3
const TAG_TEXT = 0x4487
const CLUSTER = 0x1f43b675

/** Larger elements are not read. */
const MAX_BYTES = 1024 * 1024
const MAX_ELEMENTS = 5_000
/** Dates count nanoseconds from 2001. */
const EPOCH_MS = Date.UTC(2001, 0, 1)

type Element = { id: number; start: number; end: number }

/**
 * Reads the metadata of a Matroska or WebM film (RFC 9559). Tags may come after the pictures: the film's own list of
 * places leads there, or the lengths of the clusters.
 */
export async function readMatroskaTags(file: OpenFile): Promise<FilmTags> {
  const tags = noTags()
  for await (const segment of elementsIn(file, 0, file.bytes))
    if (segment.id === SEGMENT) {
      await readSegment(file, segment, tags)
      break
    }
  return tags
}

async function readSegment(file: OpenFile, segment: Element, tags: FilmTags): Promise<void> {
  const places = new Set<number>()
  const read = new Set<number>()
  const readOne = async (element: Element): Promise<void> => {
    if (read.has(element.start)) return
    read.add(element.start)
    if (element.id === INFO) await readInfo(file, element, tags)
    else if (element.id === TAGS) await readTags(file, element, tags)
    else if (element.id === SEEK_HEAD)
      for (const place of await readPlaces(file, element)) places.add(segment.start + place)
  }
  for await (const element of elementsIn(file, segment.start, segment.end)) {
    if (element.id === CLUSTER && places.size > 0) break
    await readOne(element)
  }
  for (const place of places)
    // Includes those that a list at another place names.
    for await (const element of elementsIn(file, place, segment.end)) {
      await readOne(element)
      break
    }
}

async function readPlaces(file: OpenFile, list: Element): Promise<number[]> {
  const places: number[] = []
  for await (const seek of elementsIn(file, list.start, list.end)) {
    if (seek.id !== SEEK) continue
    let [id, place] = [0, 0]
    for await (const element of elementsIn(file, seek.start, seek.end)) {
      if (element.id === SEEK_ID) id = wholeOf(await contentOf(file, element))
      if (element.id === SEEK_POSITION) place = wholeOf(await contentOf(file, element))
    }
    if ([INFO, TAGS, SEEK_HEAD].includes(id)) places.push(place)
  }
  return places
}

async function readInfo(file: OpenFile, info: Element, tags: FilmTags): Promise<void> {
  for await (const element of elementsIn(file, info.start, info.end)) {
    if (element.id === TITLE) noteText(tags, 'title', await textOf(file, element))
    const bytes = element.id === DATE ? await contentOf(file, element) : null
    // Programs without a date write the beginning of their epoch.
    if (bytes?.length === 8 && bytes.readBigInt64BE(0) !== 0n)
      tags.createdMs = EPOCH_MS + Math.floor(Number(bytes.readBigInt64BE(0)) / 1_000_000)
  }
}

async function readTags(file: OpenFile, all: Element, tags: FilmTags): Promise<void> {
  for await (const tag of elementsIn(file, all.start, all.end)) {
    if (tag.id !== TAG) continue
    for await (const simple of elementsIn(file, tag.start, tag.end)) {
      if (simple.id !== SIMPLE_TAG) continue
      let [name, text] = ['', '']
      for await (const element of elementsIn(file, simple.start, simple.end)) {
        if (element.id === TAG_NAME) name = await textOf(file, element)
        if (element.id === TAG_TEXT) text = await textOf(file, element)
      }
      noteText(tags, name, text)
    }
  }
}

const textOf = async (file: OpenFile, element: Element): Promise<string> => decodeText(await contentOf(file, element))

const wholeOf = (bytes: Buffer): number =>
  bytes.length >= 1 && bytes.length <= 6 ? bytes.readUIntBE(0, bytes.length) : 0

const contentOf = (file: OpenFile, { start, end }: Element): Promise<Buffer> =>
  file.part(start, end - start > MAX_BYTES ? 0 : end - start)

/** The elements between two places, reading only their heads; one of unknown length continues to the end. */
async function* elementsIn(file: OpenFile, from: number, to: number): AsyncGenerator<Element> {
  for (let at = from, count = 0; at < to && count < MAX_ELEMENTS; count++) {
    const head = readElement(await file.part(at, 12), 0)
    if (head === null) return
    const start = at + head.start
    const end = head.size < 0 ? to : Math.min(to, start + head.size)
    yield { id: head.id, start, end }
    at = end
  }
}
