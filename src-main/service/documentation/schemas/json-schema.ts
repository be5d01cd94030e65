/** A JSON Schema of draft 2020-12, as far as the documents use it. */
export type JsonSchema = {
  $ref?: string
  type?: string | readonly string[]
  description?: string
  enum?: readonly unknown[]
  const?: unknown
  default?: unknown
  examples?: readonly unknown[]
  items?: JsonSchema | false
  properties?: Readonly<Record<string, JsonSchema>>
  required?: readonly string[]
  additionalProperties?: boolean | JsonSchema
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  minimum?: number
  maximum?: number
  maxLength?: number
  maxItems?: number
  'x-addition'?: boolean
  [key: string]: unknown
}
