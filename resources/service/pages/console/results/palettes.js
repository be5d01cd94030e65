import { h, short } from '../dom.js'

const lists = [
  ['image_colors', 'Whole picture'],
  ['foreground_colors', 'Foreground'],
  ['background_colors', 'Background'],
]

/** Colours as palettes: a bar of their shares and a swatch for each. */
export function showPalettes(colors) {
  const facts = [
    ['Variance', colors.color_variance],
    ['Main object', `${short(Number(colors.object_percentage))}% of the picture`],
    ['Left out below', `${colors.color_percent_threshold}%`],
  ]
  return h(
    'section',
    {},
    lists.filter(([name]) => colors[name]?.length > 0).map(([name, title]) => palette(title, colors[name])),
    h(
      'dl',
      { class: 'facts' },
      facts.map(([term, value]) => h('div', {}, h('dt', {}, term), h('dd', {}, String(value)))),
    ),
  )
}

const shareOf = ({ percent, percentage }) => Number(percent ?? percentage)

function palette(title, colors) {
  return h(
    'div',
    { class: 'palette' },
    h('h2', {}, title),
    h(
      'div',
      { class: 'shares', 'aria-hidden': 'true' },
      colors.map((color) =>
        h('span', { style: { background: color.html_code, 'flex-grow': String(Math.max(0.5, shareOf(color))) } }),
      ),
    ),
    h('ul', { class: 'swatches' }, colors.map(swatch)),
  )
}

function swatch(color) {
  return h(
    'li',
    {},
    h('span', { class: 'chip', style: { background: color.html_code }, 'aria-hidden': 'true' }),
    h(
      'span',
      { class: 'about' },
      h('strong', {}, `${short(shareOf(color))}%`),
      ' ',
      h('code', {}, color.html_code),
      h(
        'span',
        { class: 'nearest' },
        h('i', { style: { background: color.closest_palette_color_html_code }, 'aria-hidden': 'true' }),
        `${color.closest_palette_color}, ${color.closest_palette_color_parent}`,
      ),
    ),
  )
}
