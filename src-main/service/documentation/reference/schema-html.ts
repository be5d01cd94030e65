import type { OpenApiDocument, Parameter } from '../openapi/open-api-types.ts'
import type { JsonSchema } from '../schemas/json-schema.ts'
import { additionMark, escapeHtml, withCode } from './html.ts'

/** What a value is, in a word or two. */
export function typeOf(schema: JsonSchema): string {
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
export function parameterTable(parameters: readonly Parameter[]): string {
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
export function fieldList(schema: JsonSchema, document: OpenApiDocument): string {
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
