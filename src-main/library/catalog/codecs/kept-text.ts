import { foreign } from '../../../contract/sentences/say.ts'
import { isText, type Text } from '../../../contract/sentences/text.ts'

/** A text as a column of the catalogue stores it: its JSON, or `''` for none. */
export const keepText = (text: Text | null): string => (text === null ? '' : JSON.stringify(text))

/** Reads what `keepText` wrote. An unknown sentence, as after a downgrade, is shown unchanged. */
export function readText(kept: string): Text | null {
  if (kept === '') return null
  try {
    const text: unknown = JSON.parse(kept)
    if (isText(text)) return text
  } catch {
    // Not JSON: a text of an older version.
  }
  return foreign(kept)
}
