import { dayText, whole } from '../amounts.js'
import { h } from '../dom.js'

/** Analyses by day as a small chart, with the same as a table for who cannot see it: `[{ day, count }]`. */
export function showDays(days) {
  if (days.length === 0) return null
  const most = Math.max(...days.map(({ count }) => count))
  return h(
    'figure',
    { class: 'days' },
    h('figcaption', {}, 'Analyses a day', most > 0 && h('span', { class: 'notes' }, `at most ${whole(most)}`)),
    h(
      'div',
      { class: 'columns', 'aria-hidden': 'true' },
      days.map(({ day, count }) =>
        h(
          'span',
          { title: `${dayText(day)}: ${whole(count)}` },
          h('span', {
            class: count === 0 ? 'zero' : '',
            style: { height: `${most === 0 ? 0 : (100 * count) / most}%` },
          }),
        ),
      ),
    ),
    h(
      'div',
      { class: 'axis', 'aria-hidden': 'true' },
      h('span', {}, dayText(days[0].day)),
      days.length > 1 && h('span', {}, dayText(days.at(-1).day)),
    ),
    h(
      'table',
      { class: 'hidden' },
      h('caption', {}, 'Analyses a day'),
      h('thead', {}, h('tr', {}, h('th', { scope: 'col' }, 'Day'), h('th', { scope: 'col' }, 'Analyses'))),
      h(
        'tbody',
        {},
        days.map(({ day, count }) => h('tr', {}, h('th', { scope: 'row' }, dayText(day)), h('td', {}, whole(count)))),
      ),
    ),
  )
}
