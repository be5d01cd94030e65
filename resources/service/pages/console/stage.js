import { byId, h } from './dom.js'

/** Hues of outlines and of what is listed beside them; readable on light and dark photos thanks to their dark edge. */
const hues = ['#4c9aff', '#ffb020', '#3ecf8e', '#ff6b6b', '#c792ea', '#22d3ee', '#f78fb3', '#a3e635']
export const hueOf = (n) => hues[n % hues.length]

/** Shows a photo by its address; resolves to its size, or to null where it cannot be shown. Nothing is drawn on it yet. */
export function showPhoto(shown) {
  const stage = byId('stage')
  stage.hidden = true
  stage.replaceChildren()
  if (!shown) return Promise.resolve(null)
  const image = h('img', { alt: 'The photo', referrerpolicy: 'no-referrer' })
  return new Promise((resolve) => {
    image.addEventListener('load', () => {
      const size = { width: image.naturalWidth, height: image.naturalHeight }
      const overlay = h('svg', {
        viewBox: `0 0 ${size.width} ${size.height}`,
        'aria-hidden': 'true',
        preserveAspectRatio: 'none',
      })
      stage.replaceChildren(h('figure', {}, image, overlay))
      stage.firstChild.style.setProperty('--ratio', String(size.width / size.height))
      stage.hidden = false
      resolve({ ...size, image, overlay })
    })
    image.addEventListener('error', () => resolve(null))
    image.src = shown
  })
}

/** Height of a label's letters in units of a drawing, and at least so many pixels of the screen. */
const LABEL_UNITS = 1.8,
  LEAST_LABEL = 11

/** Outlines with a label each: `[{ x, y, width, height, label }]` in pixels of the photo. */
export function drawBoxes({ overlay, width, height }, boxes) {
  const unit = Math.max(
    Math.max(width, height) / 100,
    (LEAST_LABEL / LABEL_UNITS) * (width / (overlay.getBoundingClientRect().width || width)),
  )
  const places = placeLabels(boxes, { unit, width })
  overlay.append(
    ...boxes.map((box, n) => drawOutline(box, { unit, hue: hueOf(n), n })),
    ...boxes.map(({ label }, n) => drawLabel(label, { unit, hue: hueOf(n), n, place: places[n] })),
  )
}

/** Where labels stand, in pixels of the photo: above their box or at its top, below any that stands there already. */
function placeLabels(boxes, { unit, width }) {
  const taken = []
  for (const { x, y, label } of boxes) {
    const wide = (label.length * 1.15 + 1.8) * unit
    const place = {
      x: Math.max(0, Math.min(x, width - wide)),
      y: y > 2.8 * unit ? y - 2.6 * unit : y + 0.4 * unit,
      width: wide,
      height: unit * 2.4,
    }
    while (taken.some((other) => overlap(place, other))) place.y += unit * 2.6
    taken.push(place)
  }
  return taken
}

const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

function drawOutline({ x, y, width, height }, { unit, hue, n }) {
  const line = { x, y, width, height, fill: 'none' }
  return h(
    'g',
    { class: 'box', 'data-n': n },
    h('rect', { ...line, stroke: 'rgb(0 0 0 / 55%)', 'stroke-width': unit * 0.55 }),
    h('rect', { ...line, stroke: hue, 'stroke-width': unit * 0.3 }),
  )
}

/** Labels are drawn after all outlines, so that none is crossed out. */
function drawLabel(label, { unit, hue, n, place }) {
  return h(
    'g',
    { class: 'label', 'data-n': n },
    h('rect', { ...place, rx: unit * 0.4, fill: 'rgb(0 0 0 / 78%)' }),
    h('rect', {
      x: place.x + unit * 0.5,
      y: place.y + unit * 0.6,
      width: unit * 0.4,
      height: unit * 1.2,
      rx: unit * 0.2,
      fill: hue,
    }),
    h(
      'text',
      { x: place.x + unit * 1.3, y: place.y + unit * 1.82, fill: '#fff', 'font-size': unit * LABEL_UNITS },
      label,
    ),
  )
}

/** Points of a face. */
export function drawPoints({ overlay, width, height }, points, hue) {
  const unit = Math.max(width, height) / 100
  overlay.append(
    ...points.map(({ x, y, type }) =>
      h(
        'circle',
        { cx: x, cy: y, r: unit * 0.45, fill: hue, stroke: 'rgb(0 0 0 / 60%)', 'stroke-width': unit * 0.12 },
        h('title', {}, type),
      ),
    ),
  )
}

/** Brings one outline forward and darkens what is outside of it; null shows all alike. */
export function highlight({ overlay, width, height }, box, n) {
  overlay.querySelector('.shade')?.remove()
  for (const each of overlay.querySelectorAll('.box, .label'))
    each.classList.toggle('dim', box !== null && each.dataset.n !== String(n))
  if (box === null) return
  const around = `M0 0H${width}V${height}H0Z M${box.x} ${box.y}v${box.height}h${box.width}v${-box.height}Z`
  overlay.prepend(h('path', { class: 'shade', d: around, 'fill-rule': 'evenodd' }))
}
