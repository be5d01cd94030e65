import type { XmpEdit } from '../../../base/formats/xmp/property-xml.ts'
import type { XmpName } from '../../../base/formats/xmp/xmp-names.ts'
import type { Value } from './work.ts'

/** The change that makes a property say a text; null takes it out. */
export const text = (name: XmpName, value: Value): XmpEdit => ({
  name,
  value: value === null ? null : { kind: 'text', text: String(value) },
})
