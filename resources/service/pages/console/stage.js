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
      const overlay = h('svg', { viewBox: `0 0 ${size.width} ${size.height}`, 'aria-hidden': 'true', preserveAspectRatio: 'none' })
      stage.replaceChildren(h('figure', {}, image, overlay))
      stage.firstChild.style.setProperty('--ratio', String(size.width / size.height))
      stage.hidden = false
      resolve({ ...size, image, overlay })
    })
    image.addEventListener('error', () => resolve(null))
    image.src = shown
  })
}

/** Outlines with a label each: `[{ x, y, width, height, label }]` in pixels of the photo. */
export function drawBoxes({ overlay, width, height }, boxes) {
  const unit = Math.max(width, height) / 100
  overlay.append(...boxes.map((box, n) => drawBox(box, { unit, hue: hueOf(n), n, photoHeight: height })))
}

function drawBox({ x, y, width, height, label }, { unit, hue, n }) {
  const line = { x, y, width, height, fill: 'none' }
  const labelWidth = (label.length * 1.15 + 1.2) * unit
  const top = y > 2.8 * unit ? y - 2.6 * unit : y + 0.4 * unit
  return h('g', { class: 'box', 'data-n': n },
    h('rect', { ...line, stroke: 'rgb(0 0 0 / 55%)', 'stroke-width': unit * 0.55 }),
    h('rect', { ...line, stroke: hue, 'stroke-width': unit * 0.3 }),
    h('rect', { x, y: top, width: labelWidth, height: unit * 2.4, rx: unit * 0.4, fill: 'rgb(0 0 0 / 72%)' }),
    h('text', { x: x + unit * 0.6, y: top + unit * 1.75, fill: '#fff', 'font-size': unit * 1.8 }, label))
}

/** Points of a face. */
export function drawPoints({ overlay, width, height }, points, hue) {
  const unit = Math.max(width, height) / 100
  overlay.append(...points.map(({ x, y, type }) => h('circle', { cx: x, cy: y, r: unit * 0.45, fill: hue, stroke: 'rgb(0 0 0 / 60%)', 'stroke-width': unit * 0.12 }, h('title', {}, type))))
}

/** Brings one outline forward and darkens what is outside of it; null shows all alike. */
export function highlight({ overlay, width, height }, box, n) {
  overlay.querySelector('.shade')?.remove()
  for (const each of overlay.querySelectorAll('.box')) each.classList.toggle('dim', box !== null && each.dataset.n !== String(n))
  if (box === null) return
  const around = `M0 0H${width}V${height}H0Z M${box.x} ${box.y}v${box.height}h${box.width}v${-box.height}Z`
  overlay.prepend(h('path', { class: 'shade', d: around, 'fill-rule': 'evenodd' }))
}
