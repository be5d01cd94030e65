import type { XmpEdit } from '../../../base/formats/xmp/property-xml.ts'
import {
  hasProperty,
  listOfProperty,
  textOfProperty,
  type XmpDocument,
} from '../../../base/formats/xmp/xmp-document.ts'
import { darktableColors, digiKamColors, mechanicClasses } from '../xmp-choices.ts'
import { text } from './text-edit.ts'
import { plainValue, type Value } from './work.ts'

/** The colours that digiKam knows by their name in `xmp:Label`; others it reads as a number only. */
const KNOWN_BY_NAME = ['red', 'yellow', 'green', 'blue', 'purple']

/**
 * Changes of the colour label. Numbers of programs that have their own follow where they are there, and digiKam gets
 * its number where it would not know the colour otherwise. `photoshop:Urgency` is a colour only where it was that of the
 * former label: Nikon's programs, digiKam and Capture One write it so, agencies mean how urgent a picture is.
 */
export function labelEdits(document: XmpDocument | null, former: Value, label: Value): XmpEdit[] {
  const edits = [text('xmp:Label', label)]
  const number = digiKamNumber(label)
  const urgency = document === null ? null : textOfProperty(document, 'photoshop:Urgency')
  if (isThere(document, 'digiKam:ColorLabel')) edits.push(text('digiKam:ColorLabel', Math.max(0, number)))
  else if (number > 0 && (urgency !== null || !KNOWN_BY_NAME.includes(lowered(label))))
    edits.push(text('digiKam:ColorLabel', number))
  if (urgency !== null && urgency === String(digiKamNumber(former)))
    edits.push(text('photoshop:Urgency', number > 0 ? number : null))
  if (isThere(document, 'photomechanic:ColorClass'))
    edits.push(text('photomechanic:ColorClass', Math.max(0, indexOf(mechanicClasses, label))))
  return isThere(document, 'darktable:colorlabels') ? [...edits, darktableEdit(document!, former, label)] : edits
}

const isThere = (document: XmpDocument | null, name: XmpEdit['name']) =>
  document !== null && hasProperty(document, name)

const lowered = (label: Value) => String(label ?? '').toLowerCase()
const indexOf = (names: readonly string[], label: Value): number =>
  names.findIndex((name) => name.toLowerCase() === lowered(label))

/** 0 for no label, -1 for one that is no colour of digiKam. */
const digiKamNumber = (label: Value): number => indexOf(digiKamColors, lowered(label) === 'purple' ? 'magenta' : label)

/** A photo may have several colours in darktable: the others stay, unless the label is to be none. */
function darktableEdit(document: XmpDocument, former: Value, label: Value): XmpEdit {
  const name = 'darktable:colorlabels'
  if (plainValue('label', label) === null) return { name, value: null }
  const [before, after] = [indexOf(darktableColors, former), indexOf(darktableColors, label)].map(String)
  const others = listOfProperty(document, name).filter((entry) => entry !== before && entry !== after)
  return { name, value: { kind: 'list', form: 'Seq', items: after === '-1' ? others : [after!, ...others] } }
}
