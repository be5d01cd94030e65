import type { XmpEdit } from '../../../base/formats/xmp/property-xml.ts'
import type { XmpName } from '../../../base/formats/xmp/xmp-names.ts'
import type { Value } from './work.ts'

/** The change that sets a property to a text; null removes it. */
export const textEdit = (name: XmpName, value: Value): XmpEdit => ({
  name,
  value: value === null ? null : { kind: 'text', text: String(value) },
})
