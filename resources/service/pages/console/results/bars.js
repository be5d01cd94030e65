import { h, short } from '../dom.js'

/** Tags or categories as bars, `[{ confidence, tag | name }]`; `unit` stands behind each amount. */
export function showBars(records, title, unit = '%') {
  if (records.length === 0) return h('p', { class: 'nothing' }, `No ${title.toLowerCase()} found.`)
  return h(
    'section',
    {},
    h('h2', {}, `${records.length} ${records.length === 1 ? singular(title) : title.toLowerCase()}`),
    h(
      'ol',
      { class: 'bars' },
      records.map((record) => bar(record, unit)),
    ),
  )
}

function bar(record, unit) {
  const texts = record.tag ?? record.name
  const names = typeof texts === 'string' ? [['', texts]] : Object.entries(texts)
  const [[, first], ...others] = names
  const notes = [
    record.origin,
    record.synset_id,
    ...(record.parents ? [`of ${record.parents.join(', ')}`] : []),
    ...(record.fallback ? [`English for ${record.fallback.join(', ')}`] : []),
  ].filter(Boolean)
  return h(
    'li',
    {},
    h(
      'span',
      { class: 'name' },
      h('span', {}, first),
      others.map(([code, text]) => h('span', { class: 'other', lang: code.slice(0, 2) }, text)),
    ),
    h(
      'span',
      { class: 'meter', 'aria-hidden': 'true' },
      h('span', { style: { width: `${Math.max(0.5, Math.min(100, record.confidence))}%` } }),
    ),
    h('span', { class: 'amount' }, `${short(record.confidence)}${unit}`),
    notes.length > 0 && h('span', { class: 'notes' }, notes.join(' · ')),
  )
}

const singulars = { Categories: 'category', People: 'person' }
const singular = (title) => singulars[title] ?? title.toLowerCase().replace(/s$/, '')
