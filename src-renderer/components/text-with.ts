import { h, type FunctionalComponent } from 'vue'
import { t, type MessageKey, type MessageValues } from '../locales/messages.ts'

/** Stands around the name of a place while a text is put together; it occurs in no text. */
const MARK = '\uE000'

/** A text of the window with elements in it: the slot of a place's name stands where the text has that place. */
export const TextWith: FunctionalComponent<{ message: MessageKey; values?: MessageValues }> = (props, { slots }) => {
  const places = Object.keys(slots).map((name) => [name, `${MARK}${name}${MARK}`] as const)
  const text = t(props.message, { ...props.values, ...Object.fromEntries(places) })
  return h(
    'span',
    text.split(MARK).map((part, index) => (index % 2 === 0 ? part : slots[part]?.())),
  )
}
TextWith.props = ['message', 'values']
