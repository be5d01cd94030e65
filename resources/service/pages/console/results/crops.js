import { h } from '../dom.js'
import { drawBoxes, highlight, hueOf } from '../stage.js'

/** Crops as rectangles on the photo and cut out beside it; pointing at one brings it forward. */
export function showCrops(croppings, photo) {
  const boxes = croppings.map(({ x1, y1, x2, y2, target_width: w, target_height: t }) => ({
    x: x1,
    y: y1,
    width: x2 - x1,
    height: y2 - y1,
    label: `${w}×${t}`,
  }))
  if (photo) drawBoxes(photo, boxes)
  if (photo && boxes.length === 1) highlight(photo, boxes[0], 0)
  return h(
    'section',
    {},
    h('h2', {}, boxes.length === 1 ? '1 crop' : `${boxes.length} crops`),
    h(
      'ul',
      { class: 'crops' },
      boxes.map((box, n) => crop(box, n, photo, boxes.length)),
    ),
  )
}

function crop(box, n, photo, count) {
  const show = () => photo && highlight(photo, box, n)
  const hide = () => photo && count > 1 && highlight(photo, null)
  return h(
    'li',
    {},
    h(
      'button',
      {
        type: 'button',
        onpointerenter: show,
        onfocus: show,
        onpointerleave: hide,
        onblur: hide,
        style: { '--hue': hueOf(n) },
      },
      photo && preview(box, photo),
      h(
        'span',
        {},
        h('strong', {}, box.label),
        h('span', { class: 'notes' }, `${box.width}×${box.height} at ${box.x}, ${box.y}`),
      ),
    ),
  )
}

const SIDE = 220

function preview({ x, y, width, height }, { image }) {
  const scale = Math.min(1, (SIDE * devicePixelRatio) / Math.max(width, height))
  const canvas = h('canvas', {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
    'aria-hidden': 'true',
  })
  canvas.getContext('2d').drawImage(image, x, y, width, height, 0, 0, canvas.width, canvas.height)
  return canvas
}
