import { msOf } from '../../../../contract/library/date-change.ts'
import { parsePosition, writePosition } from '../../../../contract/library/position.ts'
import { noCounts, type FieldCounts } from '../../../../contract/library/travel.ts'
import {
  type BatchChange,
  type ChangePart,
  furtherTexts,
  type PhotoWork,
  tidyStatements,
} from '../../../catalog/catalog.ts'
import { keywordKey, levelsOf } from '../../../metadata/plan/keyword-names.ts'
import { isSameValue } from '../../../metadata/plan/work.ts'
import { clearableFields, type ClearableField, type ForeignWork } from '../foreign/foreign-photo.ts'

type Change = Exclude<ChangePart['change'], BatchChange>

/** The changes of an import: parts of one change, and the number of changed photos for each field. */
export type ImportPlan = {
  parts: ChangePart[]
  photos: number
  changes: FieldCounts
  /** Photos with another value, given in Lumafold; it stays unless everything is to be replaced. */
  differing: FieldCounts
}

/**
 * Collects the changes of an import. The person's values in Lumafold stay, and differences are counted, unless
 * `overwrites`; values from files only are replaced, since the person last worked in the other program.
 */
export class ImportPlanner {
  readonly #overwrites: boolean
  readonly #parts = new Map<string, { change: Change; ids: number[] }>()
  readonly #photos = new Set<number>()
  readonly #changes = noCounts()
  readonly #differing = noCounts()

  constructor({ overwrites }: { overwrites: boolean }) {
    this.#overwrites = overwrites
  }

  add(present: PhotoWork, work: ForeignWork): void {
    const foreign = work.fillsGaps === true ? gapsOnly(present, work) : work
    const cleared = foreign.cleared ?? []
    for (const field of clearableFields) {
      const wanted = cleared.includes(field) ? EMPTY[field] : foreign[field]
      if (wanted !== undefined) this.#value(present, field, wanted)
    }
    this.#time(present, foreign)
    this.#position(present, foreign)
    this.#texts(present, foreign)
    this.#marks(present, foreign)
    this.#faces(present, foreign)
    this.#tags(present, foreign)
  }

  finish(): ImportPlan {
    return {
      parts: [...this.#parts.values()],
      photos: this.#photos.size,
      changes: this.#changes,
      differing: this.#differing,
    }
  }

  #value(present: PhotoWork, field: ClearableField, wanted: string | number): void {
    const { value, isGiven } = present[field]
    if (value === wanted) return
    if (isGiven && !this.#overwrites) this.#differing[field]++
    else this.#change(present.id, field, changeOf(field, wanted))
  }

  /** A time without an offset keeps the present one. */
  #time(present: PhotoWork, { takenAt, offset }: ForeignWork): void {
    if (takenAt === undefined || Number.isNaN(msOf(takenAt))) return
    if (takenAt === present.takenAt && (offset === undefined || offset === present.offset)) return
    if (present.isDated && !this.#overwrites) this.#differing.takenAt++
    else this.#change(present.id, 'takenAt', { kind: 'taken-at', takenAt: takenAt + (offset ?? '') })
  }

  #position(present: PhotoWork, { position }: ForeignWork): void {
    const { value, isGiven } = present.position
    if (position === undefined || isSamePlace(position, value)) return
    if (isGiven && !this.#overwrites) this.#differing.position++
    else this.#change(present.id, 'position', { kind: 'position', position: parsePosition(position) ?? 'nowhere' })
  }

  #texts(present: PhotoWork, { texts = {} }: ForeignWork): void {
    const other = furtherTexts.filter(
      (field) => texts[field] !== undefined && texts[field] !== (present.texts[field]?.value ?? ''),
    )
    const wanted = this.#overwrites ? other : other.filter((field) => present.texts[field]?.isGiven !== true)
    if (wanted.length < other.length) this.#differing.texts++
    if (wanted.length === 0) return
    const values = Object.fromEntries(wanted.map((field) => [field, texts[field]!]))
    this.#change(present.id, 'texts', { kind: 'fields', values })
  }

  #marks(present: PhotoWork, { orientation, crop, judgement, isPrivate }: ForeignWork): void {
    if (orientation !== undefined && orientation !== present.orientation) {
      if (present.orientation !== null && !this.#overwrites) this.#differing.orientation++
      else this.#change(present.id, 'orientation', { kind: 'orientation', orientation })
    }
    if (crop !== undefined && crop !== present.crop) {
      if (present.crop !== null && !this.#overwrites) this.#differing.crop++
      else this.#change(present.id, 'crop', { kind: 'crop', crop })
    }
    if (judgement !== undefined && judgement !== present.judgement) {
      if (present.judgement !== null && !this.#overwrites) this.#differing.judgement++
      else this.#change(present.id, 'judgement', { kind: 'sensitivity', judgement })
    }
    if (isPrivate === true && !present.isPrivate) this.#change(present.id, 'isPrivate', { kind: 'private', isPrivate })
  }

  #faces(present: PhotoWork, { faces = [] }: ForeignWork): void {
    if (faces.length === 0 || JSON.stringify(tidyStatements(faces)) === JSON.stringify(tidyStatements(present.faces)))
      return
    if (present.faces.length > 0 && !this.#overwrites) this.#differing.faces++
    else this.#change(present.id, 'faces', { kind: 'faces', faces: tidyStatements(faces) })
  }

  #tags(present: PhotoWork, { tags, removedTags = [] }: ForeignWork): void {
    const removed = new Set(present.removedTags.map(keywordKey))
    const own = keysOf(present.tags.filter(({ source }) => source === 'person' || source === 'file'))
    const shown = new Set(present.tags.map(({ name }) => keywordKey(name)))
    const missing = tags.filter((name) => !own.has(keywordKey(name)))
    const refused = missing.filter((name) => removed.has(keywordKey(name)))
    const added = this.#overwrites ? missing : missing.filter((name) => !refused.includes(name))
    const taken = removedTags.filter((name) => shown.has(keywordKey(name)))
    const given = new Set(present.tags.filter(({ source }) => source === 'person').map(({ name }) => keywordKey(name)))
    const kept = this.#overwrites ? [] : taken.filter((name) => given.has(keywordKey(name)))
    if (!this.#overwrites && refused.length + kept.length > 0) this.#differing.tags++
    for (const name of added) this.#put(present.id, { kind: 'add-tag', name })
    for (const name of taken) if (!kept.includes(name)) this.#put(present.id, { kind: 'remove-tag', name })
    if (added.length > 0 || taken.length > kept.length) this.#count(present.id, 'tags')
  }

  #change(id: number, field: keyof FieldCounts, change: Change): void {
    this.#put(id, change)
    this.#count(id, field)
  }

  #count(id: number, field: keyof FieldCounts): void {
    this.#changes[field]++
    this.#photos.add(id)
  }

  #put(id: number, change: Change): void {
    const key = JSON.stringify(change)
    const part = this.#parts.get(key)
    if (part === undefined) this.#parts.set(key, { change, ids: [id] })
    else part.ids.push(id)
  }
}

/** The other program's values for fields that are empty here. */
function gapsOnly(present: PhotoWork, work: ForeignWork): ForeignWork {
  const { takenAt, offset, position, ...rest } = work
  const filled = clearableFields.filter((field) => present[field].value !== EMPTY[field] || present[field].isGiven)
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => !filled.some((field) => field === name))),
    tags: work.tags,
    ...(takenAt !== undefined && present.takenAt === null && { takenAt, ...(offset !== undefined && { offset }) }),
    ...(position !== undefined && present.position.value === '' && !present.position.isGiven && { position }),
  }
}

/** Positions without a height mean the same place. */
function isSamePlace(wanted: string, present: string): boolean {
  if (wanted === '' || present === '') return wanted === present
  const [place, here] = [parsePosition(wanted), parsePosition(present)]
  if (place === null || here === null) return false
  return isSameValue('position', wanted, place.altitude === null ? writePosition({ ...here, altitude: null }) : present)
}

const EMPTY = { rating: 0, pick: 0, label: '', title: '', caption: '', creator: '', copyright: '' } as const

function changeOf(field: ClearableField, value: string | number): Change {
  if (field === 'rating') return { kind: 'rate', rating: Number(value) }
  if (field === 'pick') return { kind: 'pick', pick: value === 1 ? 1 : value === -1 ? -1 : 0 }
  return field === 'label' ? { kind: 'label', label: String(value) } : { kind: field, text: String(value) }
}

/** Keys of tags, and of their upper levels: a level of a tag is not a separate tag. */
const keysOf = (tags: readonly { name: string }[]): Set<string> =>
  new Set(tags.flatMap(({ name }) => [name, ...(name.includes('/') ? levelsOf(name) : [])]).map(keywordKey))
