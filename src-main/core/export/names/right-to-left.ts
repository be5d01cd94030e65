const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u

/** Whether a text has letters that are read from right to left. */
export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text)

/** A part of a name: what a field gave, or the text between two fields. */
export type NamePart = { text: string; isField: boolean }

/**
 * Puts what is read from right to left last. Digits and signs after such letters are shown before them, and letters of
 * `1080x1350` after them, so that `صورة_1080x1350` is read as something else; `1080x1350_صورة` is not. The texts between
 * the fields stay where they are. Controls that would do the same without another order show nothing, and a name with
 * them can be neither typed nor compared.
 */
export function orderParts(parts: readonly NamePart[]): string[] {
  const fields = parts.filter(({ isField }) => isField).map(({ text }) => text)
  const turned = fields.filter(isRightToLeft)
  const ordered = [...fields.filter((text) => !isRightToLeft(text)), ...turned]
  if (turned.length === 0) return parts.map(({ text }) => text)
  const next = ordered.values()
  return parts.map(({ text, isField }) => (isField ? (next.next().value ?? '') : text))
}
