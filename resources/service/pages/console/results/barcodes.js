import { h } from '../dom.js'
import { drawBoxes, highlight, hueOf } from '../stage.js'

/** Barcodes as boxes, and listed with what they say. */
export function showBarcodes(barcodes, photo) {
  if (barcodes.length === 0) return h('p', { class: 'nothing' }, 'No barcode found.')
  const boxes = barcodes.map(({ type, x1, y1, x2, y2 }) => ({
    x: x1,
    y: y1,
    width: x2 - x1,
    height: y2 - y1,
    label: type,
  }))
  if (photo) drawBoxes(photo, boxes)
  return h(
    'section',
    {},
    h('h2', {}, barcodes.length === 1 ? '1 barcode' : `${barcodes.length} barcodes`),
    h(
      'ul',
      { class: 'faces' },
      barcodes.map((barcode, n) => item(barcode, boxes[n], n, photo)),
    ),
  )
}

function item({ data, type }, box, n, photo) {
  const show = () => photo && highlight(photo, box, n)
  const hide = () => photo && highlight(photo, null)
  const events = { onpointerenter: show, onfocus: show, onpointerleave: hide, onblur: hide }
  return h(
    'li',
    {},
    h(
      'button',
      { type: 'button', ...events, style: { '--hue': hueOf(n) } },
      h('span', {}, h('strong', {}, type), h('code', { class: 'notes' }, data)),
    ),
  )
}
