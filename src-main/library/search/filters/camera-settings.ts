import { searchFields, type SearchField } from '../../../contract/library/search/fields.ts'
import { numberColumn, type NumberColumn } from '../columns/column.ts'
import type { Filter, SearchTerm } from './filter.ts'
import { withNumbers } from './numbers.ts'

const MAX = 65_535
const atMost = (number: number) => Math.min(MAX, Math.max(0, Math.round(number)))

/**
 * Up to here an ISO value is stored as it is; above by its logarithm, with this many steps for each doubling. Cameras
 * have ISO 3,276,800, and write 65,535 for more than EXIF can hold.
 */
const ISO_EXACT = 32_767
const ISO_STEPS = 4900
const isoColumn = numberColumn('p.iso', Uint16Array, (iso) =>
  (iso ?? 0) <= ISO_EXACT ? (iso ?? 0) : atMost(ISO_EXACT + Math.log2((iso ?? 0) / ISO_EXACT) * ISO_STEPS),
)
const isoOf = (kept: number) => (kept <= ISO_EXACT ? kept : ISO_EXACT * 2 ** ((kept - ISO_EXACT) / ISO_STEPS))

/** Tenths, as the catalogue has them. */
const apertureColumn = numberColumn('p.aperture', Uint16Array, (tenths) => atMost(tenths ?? 0))
const focalColumn = numberColumn('p.focal_length', Uint16Array, (tenths) => atMost(tenths ?? 0))
const tenths = (kept: number) => kept / 10

/** Exposure times by their logarithm, a thousand and more steps for each doubling, from a microsecond on. */
const STEPS = 1800
const exposureColumn = numberColumn('p.exposure_us', Uint16Array, (us) =>
  us === null || us <= 0 ? 0 : atMost(1 + Math.log2(us) * STEPS),
)
const secondsOf = (kept: number) => 2 ** ((kept - 1) / STEPS) / 1e6

/** A field over a column in which 0 is unknown. */
const termOf = (
  field: SearchField,
  column: NumberColumn<Uint16Array>,
  numberOf: (kept: number) => number,
): SearchTerm => ({
  field,
  find: (term, { index }) =>
    withNumbers(index, field, term, index.values(column), (kept) => (kept === 0 ? NaN : numberOf(kept))),
})

/** The camera's settings: sensitivity, aperture, focal length, exposure time. */
export const cameraSettings = {
  fields: [],
  columns: [isoColumn, apertureColumn, focalColumn, exposureColumn],
  terms: [
    termOf(searchFields.iso, isoColumn, isoOf),
    termOf(searchFields.f, apertureColumn, tenths),
    termOf(searchFields.focal, focalColumn, tenths),
    termOf(searchFields.exposure, exposureColumn, secondsOf),
  ],
} satisfies Filter
