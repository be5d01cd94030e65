import { h, short } from '../dom.js'
import { drawBoxes, drawPoints, highlight, hueOf } from '../stage.js'

/** Faces as boxes with their landmarks, and listed with what is known of each. */
export function showFaces(faces, photo) {
  if (faces.length === 0) return h('p', { class: 'nothing' }, 'No face found.')
  const boxes = faces.map(({ confidence, coordinates: { xmin, ymin, width, height } }) => ({
    x: xmin,
    y: ymin,
    width,
    height,
    label: `${Math.round(confidence)}%`,
  }))
  if (photo) {
    drawBoxes(photo, boxes)
    faces.forEach(({ landmarks }, n) => drawPoints(photo, landmarks, hueOf(n)))
  }
  return h(
    'section',
    {},
    h('h2', {}, faces.length === 1 ? '1 face' : `${faces.length} faces`),
    h(
      'ul',
      { class: 'faces' },
      faces.map((face, n) => item(face, boxes[n], n, photo)),
    ),
  )
}

function item({ confidence, coordinates, attributes, face_id: id }, box, n, photo) {
  const show = () => photo && highlight(photo, box, n)
  const hide = () => photo && highlight(photo, null)
  const said = attributes.map(({ type, label, confidence: share }) => `${type} ${label} (${Math.round(share)}%)`)
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
      h(
        'span',
        {},
        h('strong', {}, `${short(confidence)}%`),
        h(
          'span',
          { class: 'notes' },
          `${coordinates.width}×${coordinates.height} at ${coordinates.xmin}, ${coordinates.ymin}`,
        ),
        said.length > 0 && h('span', { class: 'notes' }, said.join(' · ')),
        id && h('code', { class: 'notes' }, id),
      ),
    ),
  )
}
