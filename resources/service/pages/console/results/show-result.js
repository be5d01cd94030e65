import { h } from '../dom.js'
import { showBarcodes } from './barcodes.js'
import { showBars } from './bars.js'
import { showCrops } from './crops.js'
import { showFaces } from './faces.js'
import { showFacts, showListed } from './facts.js'
import { showPalettes } from './palettes.js'
import { showSimilar } from './similar.js'
import { showUsage, showUsageV1 } from './usage.js'

/**
 * Draws a good answer by what it holds, whichever version it comes from. `photo` is what is on the stage, or null;
 * `pictureOf` gives an address for the picture of an entry that was found, or null.
 */
export function showResult(json, photo, pictureOf) {
  if (Array.isArray(json)) return [showListed(json, 'categorizers')]
  if (Array.isArray(json.results))
    return [...json.results.flatMap((item) => showRecord(fromV1(item), photo)), ...json.unsuccessful.map(showFailed)]
  if (Array.isArray(json.uploaded)) return json.uploaded.map(showFacts)
  if (json.billable && json.billing_period) return [showUsageV1(json)]
  if (json.result === undefined) {
    const { status: _, ...rest } = json
    return [showFacts(rest)]
  }
  if (typeof json.result === 'boolean')
    return [
      h(
        'p',
        { class: 'nothing' },
        json.result ? 'Yes, the entry is in the index.' : 'No, the entry is not in the index.',
      ),
    ]
  return showRecord(json.result, photo, pictureOf)
}

function showRecord(result, photo, pictureOf) {
  const {
    tags,
    categories,
    colors,
    croppings,
    faces,
    barcodes,
    people,
    images,
    categorizers,
    taggers,
    notes = [],
    ticket_result: ticket,
    ...rest
  } = result
  const drawn = [
    tags && showBars(tags, 'Tags'),
    categories && showBars(categories, 'Categories'),
    colors && showPalettes(colors),
    croppings && showCrops(croppings, photo),
    faces && showFaces(faces, photo),
    barcodes && showBarcodes(barcodes, photo),
    people && showPeople(people),
    images && showSimilar(images, pictureOf),
    categorizers && showListed(categorizers, 'categorizers'),
    taggers && showListed(taggers, 'taggers'),
  ].filter(Boolean)
  if (rest.billing_period_start) drawn.push(showUsage(rest))
  if (drawn.length === 0) drawn.push(showFacts(ticket ? { ...rest, ...ticket } : rest))
  return [...drawn, ...notes.map((note) => h('p', { class: 'note' }, note))]
}

/** Who a face is, or who is in an index. */
function showPeople(people) {
  const isRecognised = people.every(({ score }) => score !== undefined)
  if (isRecognised)
    return showBars(
      people.map(({ id, score }) => ({ name: id, confidence: score })),
      'People',
      '',
    )
  return showFacts(
    Object.fromEntries(people.map(({ id, faces }) => [id, `${faces} ${faces === 1 ? 'face' : 'faces'}`])),
  )
}

/** An item of a v1 answer as v2 would say it. */
const fromV1 = ({ info, image, tagging_id: _, ...rest }) => (info ? { colors: info, ...rest } : rest)

const showFailed = ({ image, message, target_width: width, target_height: height }) =>
  h('p', { class: 'fault' }, `${image}${width ? ` (${width}×${height})` : ''}: ${message}`)
