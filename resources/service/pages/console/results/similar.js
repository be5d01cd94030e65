import { h } from '../dom.js'

/** Around this distance are pictures that have nothing to do with each other, below the other one copies. */
const UNRELATED = 1.4
const COPY = 0.45

/** Similar pictures, nearest first. `pictureOf` gives an address for an entry's picture, or null. */
export function showSimilar(images, pictureOf) {
  if (images.length === 0)
    return h('p', { class: 'nothing' }, 'Nothing similar found. An index is searched as it was last trained.')
  const missing = images.filter(({ id }) => pictureOf(id) === null).length
  return h(
    'section',
    {},
    h('h2', {}, `${images.length} similar ${images.length === 1 ? 'picture' : 'pictures'}`),
    h(
      'ol',
      { class: 'hits' },
      images.map((each) => hit(each, pictureOf(each.id))),
    ),
    missing > 0 &&
      h(
        'p',
        { class: 'notes' },
        'An index keeps no pictures: those that were saved from this page since it was opened are shown.',
      ),
  )
}

function hit({ id, distance }, picture) {
  return h(
    'li',
    {},
    picture === null
      ? h('span', { class: 'hit-picture none', 'aria-hidden': 'true' }, 'No picture here')
      : h('img', { class: 'hit-picture', src: picture, alt: `Entry ${id}`, referrerpolicy: 'no-referrer' }),
    h('code', { class: 'hit-name', title: id }, id),
    h(
      'span',
      { class: 'meter', 'aria-hidden': 'true' },
      h('span', { style: { width: `${Math.max(0.5, 100 * (1 - distance / UNRELATED))}%` } }),
    ),
    h(
      'span',
      { class: 'notes' },
      h('span', { class: 'amount', title: 'Distance' }, distance.toFixed(4)),
      wordOf(distance),
    ),
  )
}

function wordOf(distance) {
  if (distance < 0.001) return ' the same picture'
  return distance < COPY ? ' a copy' : ''
}
