import type { OpenApiDocument, Operation, Parameter, PathItem } from '../openapi/open-api-types.ts'
import type { JsonSchema } from '../schemas/json-schema.ts'
import { additionMark, anchorOf, escapeHtml, withCode } from './html.ts'
import { samplesPart } from './operation-samples.ts'
import { fieldList, parameterTable } from './schema-html.ts'

/** One path with its methods. What GET says of parameters, POST does not say again, unless they are additions there. */
export function pathSection(path: string, item: PathItem, document: OpenApiDocument): string {
  const operations = Object.entries(item)
  const isAddition = operations.every(([, operation]) => operation['x-addition'])
  const shown = { parameters: new Set<string>(), answers: new Set<string>() }
  const parts = operations.map(([method, operation]) => operationPart(method, operation, document, shown))
  return `<section class="path" id="${anchorOf(path)}"><h3>${escapeHtml(path).replaceAll(/(\{\w+\})/g, '<var>$1</var>')}${isAddition ? ` ${additionMark}` : ''}</h3>${parts.join('')}</section>`
}

/** What was said of a path already. */
type Shown = { parameters: Set<string>; answers: Set<string> }

function operationPart(method: string, operation: Operation, document: OpenApiDocument, shown: Shown): string {
  const given = [...operation.parameters, ...fieldsOfBody(operation)]
  const fresh = given.filter((parameter) => !shown.parameters.has(sayingOf(parameter)))
  const repeats = given.some((parameter) => parameter.in === 'query' && shown.parameters.has(sayingOf(parameter)))
  for (const parameter of given) shown.parameters.add(sayingOf(parameter))
  return `<article class="operation" id="${anchorOf(operation.operationId)}">
<h4><span class="method ${method}">${method.toUpperCase()}</span> ${withCode(operation.summary)}</h4>
<div class="explained">${repeats ? '<p class="repeats">The parameters above apply here too, as form fields or in the query.</p>' : ''}${parameterTable(fresh)}
${answerPart(operation, document)}</div>
${samplesPart(operation, shown.answers)}
</article>`
}

const sayingOf = ({ name, 'x-addition': isAddition }: Parameter): string => `${name} ${isAddition ? 'added' : ''}`

/** Fields of a body, as parameters are shown. */
export function fieldsOfBody({ requestBody }: Operation): Parameter[] {
  if (!requestBody) return []
  const media = Object.values(requestBody.content)
  const fields = new Map<string, Parameter>()
  for (const { schema = {} } of media)
    for (const [name, field] of Object.entries(schema.properties ?? {}))
      if (!fields.has(name)) fields.set(name, asParameter(name, field, schema, media.length))
  return [...fields.values()]
}

function asParameter(
  name: string,
  { description = '', 'x-addition': isAddition, ...schema }: JsonSchema,
  parent: JsonSchema,
  forms: number,
): Parameter {
  return {
    name,
    in: 'query',
    required: forms === 1 && (parent.required?.includes(name) ?? false),
    description,
    schema,
    ...(isAddition && { 'x-addition': true }),
  }
}

function answerPart({ responses }: Operation, document: OpenApiDocument): string {
  const good = responses['200'] as { content?: Record<string, { schema?: JsonSchema }> } | undefined
  const pictures = Object.keys(good?.content ?? {}).filter((type) => type !== 'application/json')
  const schema = good?.content?.['application/json']?.schema
  const fields = schema ? fieldList(schema, document) : ''
  const statuses = Object.keys(responses).filter((status) => status !== '200')
  return `<details><summary>Fields of the answer</summary>${fields}${pictures.length > 0 ? `<p>Or a picture: ${pictures.map((type) => `<code>${escapeHtml(type)}</code>`).join(', ')}.</p>` : ''}</details>
<p class="statuses">Errors ${statuses.map((status) => `<a href="#errors">${status}</a>`).join(' ')}</p>`
}
