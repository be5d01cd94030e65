import { h, type FunctionalComponent } from 'vue'
import { t, type MessageKey, type MessageValues } from '../locales/messages.ts'

/** Surrounds the name of a placeholder while a text is assembled; it occurs in no text. */
const MARK = '\uE000'

/** A text of the window with elements in it: the slot named like a placeholder replaces it. */
export const TextWith: FunctionalComponent<{ message: MessageKey; values?: MessageValues }> = (props, { slots }) => {
  const places = Object.keys(slots).map((name) => [name, `${MARK}${name}${MARK}`] as const)
  const text = t(props.message, { ...props.values, ...Object.fromEntries(places) })
  return h(
    'span',
    text.split(MARK).map((part, index) => (index % 2 === 0 ? part : slots[part]?.())),
  )
}
TextWith.props = ['message', 'values']
