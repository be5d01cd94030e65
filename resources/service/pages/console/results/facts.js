import { limitText } from '../amounts.js'
import { h, short } from '../dom.js'

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
  return factList(facts.slice(0, 60).map(([name, value]) => [name, textOf(name, value)]))
}

/** Names with their texts. */
export const factList = (facts) =>
  h(
    'dl',
    { class: 'facts' },
    facts.map(([name, text]) => h('div', {}, h('dt', {}, name), h('dd', {}, text))),
  )

function textOf(name, value) {
  if (value === null || value === '') return '—'
  if (/limit/.test(name) && typeof value === 'number') return limitText(value)
  if (typeof value === 'number') return short(value)
  return typeof value === 'object' ? `${value.length ?? Object.keys(value).length} items` : String(value)
}
