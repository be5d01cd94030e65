import type { JsonSchema } from '../schemas/json-schema.ts'

export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  schema: JsonSchema
  style?: 'form'
  explode?: boolean
  'x-addition'?: boolean
}
export type MediaType = {
  schema?: JsonSchema
  example?: unknown
  encoding?: Readonly<Record<string, { contentType?: string; style?: string; explode?: boolean }>>
}
export type Response = {
  description: string
  headers?: Readonly<Record<string, unknown>>
  content?: Readonly<Record<string, MediaType>>
}
export type Operation = {
  operationId: string
  tags: readonly string[]
  summary: string
  description?: string
  parameters: readonly Parameter[]
  requestBody?: { required: boolean; description?: string; content: Readonly<Record<string, MediaType>> }
  responses: Readonly<Record<string, Response | { $ref: string }>>
  'x-codeSamples': readonly { lang: string; label: string; source: string }[]
  'x-addition'?: boolean
}
/** Methods of a path, in lower case. */
export type PathItem = Readonly<Record<string, Operation>>

/** An OpenAPI 3.1 document as this service writes it. */
export type OpenApiDocument = {
  openapi: string
  info: {
    title: string
    version: string
    summary: string
    description: string
    license: { name: string; identifier: string }
  }
  servers: readonly { url: string; description: string }[]
  security: readonly Readonly<Record<string, readonly string[]>>[]
  tags: readonly { name: string }[]
  paths: Readonly<Record<string, PathItem>>
  components: {
    securitySchemes: Readonly<Record<string, unknown>>
    schemas: Readonly<Record<string, JsonSchema>>
    responses: Readonly<Record<string, Response>>
    headers: Readonly<Record<string, unknown>>
  }
}
