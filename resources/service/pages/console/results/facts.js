import { h, short } from '../dom.js'

/** Around this distance are pictures that have nothing to do with each other. */
const UNRELATED = 1.4

/** Similar pictures as rows, nearest first. */
export function showSimilar({ images }) {
  if (images.length === 0)
    return h('p', { class: 'nothing' }, 'Nothing similar found. An index is searched as it was last trained.')
  return h(
    'section',
    {},
    h('h2', {}, `${images.length} similar ${images.length === 1 ? 'picture' : 'pictures'}`),
    h(
      'ol',
      { class: 'bars' },
      images.map(({ id, distance }) =>
        h(
          'li',
          {},
          h('span', { class: 'name' }, h('code', {}, id)),
          h(
            'span',
            { class: 'meter', 'aria-hidden': 'true' },
            h('span', { style: { width: `${Math.max(0.5, 100 * (1 - distance / UNRELATED))}%` } }),
          ),
          h('span', { class: 'amount', title: 'Distance' }, distance.toFixed(4)),
        ),
      ),
    ),
  )
}

/** Lists of categorizers and taggers. */
export function showListed(records, title) {
  if (records.length === 0) return h('p', { class: 'nothing' }, `No ${title} yet.`)
  return h(
    'ul',
    { class: 'listed' },
    records.map(({ id, title: name, labels, classes }) =>
      h(
        'li',
        {},
        h('code', {}, id),
        ' ',
        h('strong', {}, name),
        h('p', { class: 'notes' }, (labels ?? classes.map((each) => each.name)).join(', ')),
      ),
    ),
  )
}

/** Anything else, as names and values; deeper values are in the answer below. */
export function showFacts(record) {
  const facts = Object.entries(record).flatMap(([name, value]) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.entries(value).map(([inner, text]) => [`${name}.${inner}`, text])
      : [[name, value]],
  )
  if (facts.length === 0) return h('p', { class: 'nothing' }, 'Done.')
  return h(
    'dl',
    { class: 'facts' },
    facts.slice(0, 60).map(([name, value]) => h('div', {}, h('dt', {}, name), h('dd', {}, textOf(name, value)))),
  )
}

function textOf(name, value) {
  if (value === null || value === '') return '—'
  if (name === 'last_usage') return value > 0 ? new Date(value * 1000).toLocaleString() : '—'
  if (typeof value === 'number') return short(value)
  return typeof value === 'object' ? `${value.length ?? Object.keys(value).length} items` : String(value)
}
