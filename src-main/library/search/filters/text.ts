import { parse } from '../../../contract/library/search/parse.ts'
import { intersect } from '../columns/bits.ts'
import { findAll } from './evaluate.ts'
import type { Filter } from './filter.ts'
import { findMost, fitsOf } from './fits.ts'
import { folderColumn } from './folder.ts'
import { placeColumn } from './place.ts'

/**
 * The search language. A word must begin a word of the photo's names, metadata, folders or tags, or be a word of the
 * place where it was taken. Tags are also found by their names in English and in the person's language, and by full
 * names of other languages with a single meaning. An English plural finds the singular too. Fields are those that the
 * filters declare.
 */
export const text = {
  fields: ['text'],
  isCostly: true,
  columns: [folderColumn, placeColumn],
  *keep(photos, { text: written = '' }, source) {
    const { terms } = parse(written, source.terms.findField)
    const found = yield* fitsOf(terms) === 'most' ? findMost(source, terms) : findAll(source, terms)
    if (found !== null) intersect(photos, found)
  },
} satisfies Filter
