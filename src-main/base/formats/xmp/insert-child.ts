import { deeper, gapBefore, insertion, type Splice } from './splices.ts'
import type { XmlElement } from './xml-tree.ts'

/** Adds an element behind the other children of a parent, with their indentation. */
export function insertChild(text: string, parent: XmlElement, xml: (place: { gap: string }) => string): Splice {
  const last = parent.children.at(-1)
  if (last !== undefined) {
    const gap = gapBefore(text, last.start)
    return insertion(last.end, gap + xml({ gap }))
  }
  const outer = gapBefore(text, parent.start)
  const gap = deeper(outer)
  const inside = gap + xml({ gap })
  const closing = gap === '' ? '' : outer
  if (parent.end === parent.openEnd)
    return { start: parent.end - 2, end: parent.end, text: `>${inside}${closing}</${parent.writtenName}>` }
  return insertion(parent.openEnd, parent.openEnd === parent.closeStart ? inside + closing : inside)
}
