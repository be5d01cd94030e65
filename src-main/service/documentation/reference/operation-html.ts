import type { OpenApiDocument, Operation, Parameter, PathItem } from '../openapi/open-api-types.ts'
import type { JsonSchema } from '../schemas/json-schema.ts'
import { additionMark, anchorOf, escapeHtml, withCode } from './html.ts'
import { samplesPart } from './operation-samples.ts'

/**
 * One path with its methods. Parameters described for GET are not repeated for POST, unless they are additions there.
 */
export function pathSection(path: string, item: PathItem, document: OpenApiDocument): string {
  const operations = Object.entries(item)
  const isAddition = operations.every(([, operation]) => operation['x-addition'])
  const shown = { parameters: new Set<string>(), answers: new Set<string>() }
  const parts = operations.map(([method, operation]) => operationPart(method, operation, document, shown))
  return `<section class="path" id="${anchorOf(path)}"><h3>${escapeHtml(path).replaceAll(/(\{\w+\})/g, '<var>$1</var>')}${isAddition ? ` ${additionMark}` : ''}</h3>${parts.join('')}</section>`
}

/** Parts of a path that are already described. */
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

/** Fields of a body in the form of parameters. */
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

/** The type of a value in a word or two. */
function typeOf(schema: JsonSchema): string {
  if (schema.$ref)
    return schema.$ref
      .split('/')
      .at(-1)!
      .replace(/^Language$/, 'language')
  if (schema.items) return `list of ${typeOf(schema.items).replace(/^(language|string|number|integer|object)$/, '$1s')}`
  if (schema.anyOf ?? schema.oneOf) return (schema.anyOf ?? schema.oneOf)!.map(typeOf).join(' or ')
  if (schema.contentMediaType) return 'file'
  if (schema.contentEncoding) return 'base64'
  return [schema.type ?? 'any'].flat().join(' or ')
}

/** A table of parameters; empty for none. */
function parameterTable(parameters: readonly Parameter[]): string {
  if (parameters.length === 0) return ''
  return `<table class="parameters"><thead><tr><th>Parameter</th><th>Type</th><th>Meaning</th></tr></thead><tbody>${parameters.map(parameterRow).join('')}</tbody></table>`
}

function parameterRow({ name, in: place, required, description, schema, 'x-addition': isAddition }: Parameter): string {
  const notes = [
    place === 'path' ? 'in the path' : '',
    required && place !== 'path' ? 'required' : '',
    schema.default === undefined ? '' : `default <code>${escapeHtml(show(schema.default))}</code>`,
    rangeOf(schema),
  ].filter(Boolean)
  return `<tr><th scope="row"><code>${escapeHtml(name)}</code>${isAddition ? ` ${additionMark}` : ''}</th><td>${escapeHtml(typeOf(schema))}</td><td>${withCode(description)}${notes.length > 0 ? `<div class="notes">${notes.join(' · ')}</div>` : ''}</td></tr>`
}

function rangeOf({ enum: options, items, maxItems }: JsonSchema): string {
  if (options) return options.map((option) => `<code>${escapeHtml(String(option))}</code>`).join(' or ')
  return items && items.$ref === undefined && maxItems !== undefined ? `at most ${maxItems}` : ''
}

const show = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value))

/** The fields of an answer as nested lists. */
function fieldList(schema: JsonSchema, document: OpenApiDocument): string {
  const resolved = resolve(schema, document)
  const choices = resolved.anyOf ?? resolved.oneOf
  if (choices)
    return choices
      .map(
        (choice, n) =>
          `<p class="choice">${n === 0 ? 'Either' : 'Or'} ${escapeHtml(typeOf(choice))}</p>${fieldList(choice, document)}`,
      )
      .join('')
  if (resolved.items) return fieldList(resolved.items, document)
  const fields = Object.entries(resolved.properties ?? {})
  return fields.length === 0
    ? ''
    : `<ul class="fields">${fields.map(([name, field]) => fieldItem(name, field, resolved, document)).join('')}</ul>`
}

function fieldItem(name: string, field: JsonSchema, parent: JsonSchema, document: OpenApiDocument): string {
  const resolved = resolve(field, document)
  const optional = parent.required?.includes(name) ? '' : ' <span class="type">optional</span>'
  const text = resolved.description ?? (resolved.items ? resolve(resolved.items, document).description : undefined)
  return `<li><code>${escapeHtml(name)}</code> <span class="type">${escapeHtml(typeOf(field.$ref ? resolved : field))}</span>${optional}${text ? ` <span class="meaning">${withCode(text)}</span>` : ''}${fieldList(resolved, document)}</li>`
}

function resolve(schema: JsonSchema, { components }: OpenApiDocument): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  return name === undefined ? schema : (components.schemas[name] ?? schema)
}
